// peer.mjs: the job of `kidx-digest --check` on bundles, as one would write it for node.
//
//     node peer.mjs [--run] FILE > OUT
//
// A line whose protocolDigest and environmentDigest hold goes to the output as it is; any
// other is named on standard error, and the exit status is 1. With --run the digest of each
// run is computed, too. What the peer does not do, since JSON.parse cannot: refuse duplicate
// names and numbers beyond the double range.
import { checkDigests } from "./peer-digests.mjs";
import { passLines } from "./peer-lines.mjs";

const withRun = process.argv[2] === "--run";
passLines(process.argv.at(-1), (text) => checkDigests(JSON.parse(text), withRun));
