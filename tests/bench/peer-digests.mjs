// peer-digests.mjs: the digests that a bundle declares, as one would check them in node.
//
// The digest of a protocol or environment seen before is looked up by its text. The digest
// of the run is declared nowhere in a bundle and so not computed, unless that is asked for.
import * as crypto from "node:crypto";

const API = "kernelindex.dev/v1alpha1";
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

// Throw an error unless the digests hold; with RUN that of the run is computed, too.
export function checkDigests(bundle, run) {
    const { apiVersion, kind, spec } = bundle.run;
    if (apiVersion !== API || kind !== "BenchmarkRun") throw new Error("run is no BenchmarkRun");
    const latency = spec.timing?.latencyNs;
    if (latency)
        for (const name in latency) [latency[name]].flat().forEach(nanoseconds);
    if (run) digest(bundle.run);
    checkRole(bundle, "protocol");
    checkRole(bundle, "environment");
}
