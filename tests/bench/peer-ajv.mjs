// peer-ajv.mjs: the schemas of kidx-validate on bundles, run by ajv.
//
//     node peer-ajv.mjs [--digests] AJV SCHEMAS FILE > OUT
//
// AJV is where npm installed it, and SCHEMAS a directory with KIND.json of the three kinds
// in a bundle. A line whose three manifests fit goes to the output as it is; any other is
// named on standard error, and the exit status is 1. The validators are compiled once. With
// --digests those that the run declares must hold, as in peer.mjs. What JSON.parse takes is
// taken.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { checkDigests } from "./peer-digests.mjs";
import { passLines } from "./peer-lines.mjs";

const withDigests = process.argv[2] === "--digests";
const [ajvPath, schemas, path] = process.argv.slice(withDigests ? 3 : 2);
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

passLines(path, (text) => {
    const bundle = JSON.parse(text);
    for (const [role, validate] of validators)
        if (!validate(bundle[role])) throw new Error(role + ajv.errorsText(validate.errors));
    if (withDigests) checkDigests(bundle, false);
});
