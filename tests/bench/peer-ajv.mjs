// peer-ajv.mjs: the schemas of kidx-validate on bundles, run by ajv.
//
//     node peer-ajv.mjs AJV SCHEMAS FILE > OUT
//
// AJV is where npm installed it, and SCHEMAS a directory with KIND.json of the three kinds
// in a bundle. A line whose three manifests fit goes to the output as it is; any other is
// named on standard error, and the exit status is 1. The validators are compiled once. No
// digest is computed, and what JSON.parse takes is taken.
import { closeSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { createRequire } from "node:module";

const CHUNK = 4 << 20;
const [ajvPath, schemas, path] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const Ajv = require(`${ajvPath}/dist/2020.js`).default;

const forms = {
    https: (text) => /^https:\/\/[^\s/?#]+\S*$/i.test(text),
    instant: (text) =>
        /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text) && !isNaN(Date.parse(text)),
    duration: (text) => /^\d+(\.\d+)?\s?(ns|us|µs|ms|s)$/.test(text),
};

const ajv = new Ajv({ strict: false, unicodeRegExp: true });
ajv.addKeyword({
    keyword: "kidx:maxUtf16Length",
    type: "string",
    compile: (maximum) => (text) => text.length <= maximum,
});
ajv.addKeyword({ keyword: "kidx:form", type: "string", compile: (name) => forms[name] });

const roles = { run: "BenchmarkRun", protocol: "BenchmarkProtocol", environment: "ExecutionEnvironment" };
const validators = Object.entries(roles).map(([role, kind]) => [
    role,
    ajv.compile(JSON.parse(readFileSync(`${schemas}/${kind}.json`, "utf8"))),
]);

function checkLine(text) {
    const bundle = JSON.parse(text);
    for (const [role, validate] of validators)
        if (!validate(bundle[role])) throw new Error(role + ajv.errorsText(validate.errors));
}

function writeAll(buffer) {
    for (let done = 0; done < buffer.length; ) done += writeSync(1, buffer, done);
}

let line = 0;
let chunk = Buffer.allocUnsafe(CHUNK);
let filled = 0;
const decoder = new TextDecoder("utf-8", { fatal: true });
const file = openSync(path, "r");
for (;;) {
    const got = readSync(file, chunk, filled, chunk.length - filled, null);
    if (got === 0) break;
    filled += got;
    let start = 0;
    let kept = 0;
    for (let stop; (stop = chunk.indexOf(10, start)) >= 0 && stop < filled; start = stop + 1) {
        line++;
        try {
            checkLine(decoder.decode(chunk.subarray(start, stop)));
        } catch (error) {
            console.error(`peer-ajv: ${path}:${line}: ${error.message}`);
            process.exitCode = 1;
            writeAll(chunk.subarray(kept, start));
            kept = stop + 1;
        }
    }
    writeAll(chunk.subarray(kept, start));
    chunk.copyWithin(0, start, filled);
    filled -= start;
}
closeSync(file);
