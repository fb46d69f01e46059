// node check.mjs FOLDER AXE PAGE...: look at pages of kidx-report in a browser, each in light,
// in dark, at the width of a phone and as it is printed on A4 with margins of 12 mm. For PAGE.html a file FOLDER/PAGE-VIEW-CHECK says what is
// wrong, one line for each thing, and is empty where nothing is. AXE is axe-core's axe.min.js;
// where it is empty, there are no files of axe.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Browser } from './browser.mjs';

const views = {
    light: { width: 1280, scheme: 'light' },
    dark: { width: 1280, scheme: 'dark' },
    phone: { width: 390, scheme: 'light' },
    print: { width: 703, scheme: 'light', media: 'print' },
};
const [folder, axe, ...pages] = process.argv.slice(2);
const probe = readFileSync(new URL('probe.js', import.meta.url), 'utf8');
const axeSource = axe === '' ? '' : readFileSync(axe, 'utf8');

// What a message of the browser has against the page at ADDRESS, as [check, text].
function complaint(message, address) {
    const params = message.params;

    switch (message.method) {
    case 'Network.requestWillBeSent':
        return params.request.url !== address && !params.request.url.startsWith('data:') &&
            ['requests', params.request.url];
    case 'Runtime.consoleAPICalled':
        return ['error', 'warning', 'assert'].includes(params.type) &&
            ['console', params.args.map((one) => one.value ?? one.description).join(' ')];
    case 'Runtime.exceptionThrown':
        return ['console', params.exceptionDetails.exception?.description ??
            params.exceptionDetails.text];
    case 'Log.entryAdded':
        return ['error', 'warning'].includes(params.entry.level) &&
            ['console', params.entry.text];
    default:
        return false;
    }
}

// What axe finds that is moderate or worse.
async function askAxe(browser) {
    await browser.evaluate(axeSource + ';0');
    return browser.evaluate(`axe.run().then((found) => found.violations
        .filter((one) => one.impact !== 'minor')
        .map((one) => one.impact + ' ' + one.id + ': ' + one.help + ', ' + one.nodes.length +
            ' times, first ' + one.nodes[0].html.slice(0, 200) + ' ' +
            (one.nodes[0].failureSummary || '').replace(/\\s+/g, ' ')))`);
}

async function look(browser, page, view) {
    const address = pathToFileURL(resolve(page)).href;
    const found = { console: [], requests: [] };

    await browser.open(address, views[view], (message) => {
        const [check, text] = complaint(message, address) || [];

        if (check !== undefined)
            found[check].push(text);
    });
    if (axeSource !== '')
        found.axe = await askAxe(browser);
    Object.assign(found, await browser.evaluate(probe));
    for (const [check, wrong] of Object.entries(found))
        writeFileSync(join(folder, `${basename(page, '.html')}-${view}-${check}`),
            wrong.slice(0, 50).map((text) => text.replace(/\s+/g, ' ') + '\n').join(''));
    await browser.closeTab();
}

const profile = mkdtempSync(join(tmpdir(), 'kidx-profile.'));
const browser = new Browser(profile);

try {
    for (const page of pages)
        for (const view of Object.keys(views))
            await look(browser, page, view);
    await browser.close();
} finally {
    browser.process.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
