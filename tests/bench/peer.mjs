// peer.mjs: the job of `kidx-digest --check` on bundles, as one would write it for node.
//
//     node peer.mjs [--run] FILE > OUT
//
// A line whose protocolDigest and environmentDigest hold goes to the output as it is; any
// other is named on standard error, and the exit status is 1. The digest of a protocol or
// environment seen before is looked up by its text. The digest of the run is declared
// nowhere in a bundle and so not computed; with --run it is all the same. What the peer does
// not do, since JSON.parse cannot: refuse duplicate names and numbers beyond the double
// range.
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import * as crypto from "node:crypto";

const API = "kernelindex.dev/v1alpha1";
const CHUNK = 4 << 20;
const MEMO = 4096; // Entries; a memo that is full starts again.
const ROLES = { protocol: "BenchmarkProtocol", environment: "ExecutionEnvironment" };
const UNITS = { ns: 0, us: 3, "µs": 3, ms: 6, s: 9 };

const sha256 = crypto.hash
    ? (text) => crypto.hash("sha256", text, "hex")
    : (text) => crypto.createHash("sha256").update(text).digest("hex");

// RFC 8785: sort() compares UTF-16 code units, and JSON.stringify writes strings and
// numbers as the RFC asks. Names repeat, so their quoted form is kept.
const quoted = new Map();

function quote(name) {
    let text = quoted.get(name);
    if (text === undefined) {
        if (quoted.size >= MEMO) quoted.clear();
        quoted.set(name, (text = JSON.stringify(name) + ":"));
    }
    return text;
}

function canonical(value) {
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    let text = "";
    if (Array.isArray(value)) {
        for (const item of value) text += (text && ",") + canonical(item);
        return "[" + text + "]";
    }
    for (const name of Object.keys(value).sort())
        text += (text && ",") + quote(name) + canonical(value[name]);
    return "{" + text + "}";
}

// A duration as an integer count of nanoseconds; text is computed exactly.
function nanoseconds(value) {
    if (typeof value === "string") {
        const match = /^(\d+)(?:\.(\d+))?\s?(ns|us|µs|ms|s)$/.exec(value);
        if (!match) throw new Error("bad duration");
        const [, whole, fraction = "", unit] = match;
        const kept = fraction.slice(0, UNITS[unit]);
        if (/[^0]/.test(fraction.slice(kept.length))) throw new Error("bad duration");
        value = Number(BigInt(whole + kept.padEnd(UNITS[unit], "0")));
    }
    if (!Number.isSafeInteger(value) || value < 0) throw new Error("bad duration");
    return value;
}

function digest(manifest) {
    const { apiVersion, kind, metadata, spec, ...rest } = manifest;
    if (apiVersion !== API || !spec || Object.keys(rest).length) throw new Error("no manifest");
    const measurement = spec.measurement;
    if (measurement && measurement.warmupDuration !== undefined)
        measurement.warmupDuration = nanoseconds(measurement.warmupDuration);
    return "sha256:" + sha256(canonical({ apiVersion, kind, spec }));
}

const seen = new Map();

function checkRole(bundle, role) {
    const manifest = bundle[role];
    const text = JSON.stringify(manifest);
    let computed = seen.get(text);
    if (computed === undefined) {
        if (manifest.kind !== ROLES[role]) throw new Error(`${role} is another kind`);
        computed = digest(manifest);
        if (seen.size >= MEMO) seen.clear();
        seen.set(text, computed);
    }
    const declared = bundle.run.spec[role + "Digest"];
    if (declared !== computed) throw new Error(`${role}Digest is ${declared}, not ${computed}`);
}

function checkLine(text) {
    const bundle = JSON.parse(text);
    const { apiVersion, kind, spec } = bundle.run;
    if (apiVersion !== API || kind !== "BenchmarkRun") throw new Error("run is no BenchmarkRun");
    const latency = spec.timing?.latencyNs;
    if (latency)
        for (const name in latency) [latency[name]].flat().forEach(nanoseconds);
    if (withRun) digest(bundle.run);
    checkRole(bundle, "protocol");
    checkRole(bundle, "environment");
}

function writeAll(buffer) {
    for (let done = 0; done < buffer.length; ) done += writeSync(1, buffer, done);
}

// Lines are checked where they lie in the chunk, and what holds is written in runs.
function checkChunk(chunk, end, decoder) {
    let start = 0;
    let kept = 0;
    while (start < end) {
        const stop = chunk.indexOf(10, start);
        if (stop < 0 || stop >= end) break;
        line++;
        try {
            checkLine(decoder.decode(chunk.subarray(start, stop)));
        } catch (error) {
            console.error(`peer: ${path}:${line}: ${error.message}`);
            process.exitCode = 1;
            writeAll(chunk.subarray(kept, start));
            kept = stop + 1;
        }
        start = stop + 1;
    }
    writeAll(chunk.subarray(kept, start));
    return start;
}

const withRun = process.argv[2] === "--run";
const path = process.argv.at(-1);
let line = 0;
let chunk = Buffer.allocUnsafe(CHUNK);
let filled = 0;
const decoder = new TextDecoder("utf-8", { fatal: true });
const file = openSync(path, "r");
for (;;) {
    if (filled === chunk.length) {
        const larger = Buffer.allocUnsafe(2 * chunk.length);
        chunk.copy(larger);
        chunk = larger;
    }
    const got = readSync(file, chunk, filled, chunk.length - filled, null);
    if (got === 0 && filled > 0) chunk[filled++] = 10;
    else filled += got;
    const done = checkChunk(chunk, filled, decoder);
    chunk.copyWithin(0, done, filled);
    filled -= done;
    if (got === 0) break;
}
closeSync(file);
