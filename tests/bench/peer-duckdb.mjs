// peer-duckdb.mjs: the median latency of each (workload, protocol, environment) by DuckDB.
//
//     node peer-duckdb.mjs DUCKDB FILE > OUT
//
// DUCKDB is where npm installed @duckdb/node-api. One thread; the members that the question
// needs are named, so that DuckDB need not find out what there is and decodes nothing else.
// quantile_cont interpolates as quantile type 7 does.
import { createRequire } from "node:module";

const [duckdb, path] = process.argv.slice(2);
const { DuckDBInstance } = createRequire(import.meta.url)(duckdb);

const columns = `{run: 'STRUCT(spec STRUCT(
    workloadDigest VARCHAR, protocolDigest VARCHAR, environmentDigest VARCHAR,
    timing STRUCT(latencyNs STRUCT(median DOUBLE))))'}`;
const question = `
    SELECT run.spec.workloadDigest, run.spec.protocolDigest, run.spec.environmentDigest,
        quantile_cont(run.spec.timing.latencyNs.median, 0.5)
    FROM read_ndjson('${path.replaceAll("'", "''")}', columns = ${columns})
    GROUP BY ALL`;

const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
const connection = await instance.connect();
const answer = await connection.runAndReadAll(question);
console.log(answer.getRows().map((row) => row.join("\t")).join("\n"));
