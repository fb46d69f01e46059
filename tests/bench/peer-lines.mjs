// peer-lines.mjs: pass on the lines of a file that a function finds good.
import { closeSync, openSync, readSync, writeSync } from "node:fs";

const CHUNK = 4 << 20;

function writeAll(buffer) {
    for (let done = 0; done < buffer.length; ) done += writeSync(1, buffer, done);
}

// Call check(TEXT) with each line of the file. Lines for which it throws an error are named
// on standard error, and the exit status is 1; the others go to standard output. Lines are
// taken where they lie in the chunk, and what is good is written in runs.
export function passLines(path, check) {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const file = openSync(path, "r");
    let chunk = Buffer.allocUnsafe(CHUNK);
    let filled = 0;
    let line = 0;

    function passChunk() {
        let start = 0;
        let kept = 0;
        for (;;) {
            const stop = chunk.indexOf(10, start);
            if (stop < 0 || stop >= filled) break;
            line++;
            try {
                check(decoder.decode(chunk.subarray(start, stop)));
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

    for (;;) {
        if (filled === chunk.length) {
            const larger = Buffer.allocUnsafe(2 * chunk.length);
            chunk.copy(larger);
            chunk = larger;
        }
        const got = readSync(file, chunk, filled, chunk.length - filled, null);
        if (got === 0 && filled > 0) chunk[filled++] = 10;
        else filled += got;
        const done = passChunk();
        chunk.copyWithin(0, done, filled);
        filled -= done;
        if (got === 0) break;
    }
    closeSync(file);
}
