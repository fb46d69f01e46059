// A headless Chromium, spoken to in the DevTools protocol over a pipe: no port, no library.
// A message is JSON and ends with NUL; see https://chromedevtools.github.io/devtools-protocol
import { spawn } from 'node:child_process';

const quiet = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--hide-scrollbars', '--remote-debugging-pipe'];

export class Browser {
    // PROFILE: a directory that is new and stays the caller's.
    constructor(profile) {
        this.process = spawn('chromium', [...quiet, `--user-data-dir=${profile}`],
            { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
        this.sent = 0;
        this.waiting = new Map();
        this.hearing = () => {};
        let text = Buffer.alloc(0);
        this.process.stdio[4].on('data', (part) => {
            text = Buffer.concat([text, part]);
            for (let end = text.indexOf(0); end >= 0; end = text.indexOf(0)) {
                this.take(JSON.parse(text.subarray(0, end)));
                text = text.subarray(end + 1);
            }
        });
        this.process.on('exit', () => this.waiting.forEach(({ reject }) =>
            reject(new Error('chromium is gone'))));
        this.process.on('error', (error) => this.waiting.forEach(({ reject }) => reject(error)));
        this.process.stdio[3].on('error', () => {});
    }

    take(message) {
        const waiting = this.waiting.get(message.id);

        if (waiting === undefined)
            return this.hearing(message);
        this.waiting.delete(message.id);
        if (message.error)
            waiting.reject(new Error(message.error.message));
        else
            waiting.resolve(message.result);
    }

    send(method, params = {}) {
        const id = ++this.sent;

        this.process.stdio[3].write(
            JSON.stringify({ id, method, params, sessionId: this.session }) + '\0');
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }

    // Load ADDRESS in a fresh tab that is WIDTH pixels wide, prefers SCHEME and is on MEDIA. What the page
    // says on the console and what it asks for is given to HEAR, also after this.
    async open(address, { width, scheme, media = 'screen' }, hear) {
        const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        let loaded;
        const done = new Promise((resolve) => { loaded = resolve; });

        this.session = sessionId;
        this.tab = targetId;
        this.hearing = (message) => {
            if (message.method === 'Page.loadEventFired')
                loaded();
            hear(message);
        };
        await this.send('Emulation.setDeviceMetricsOverride',
            { width, height: 900, deviceScaleFactor: 1, mobile: false });
        await this.send('Emulation.setEmulatedMedia',
            { media, features: [{ name: 'prefers-color-scheme', value: scheme }] });
        for (const domain of ['Page', 'Network', 'Runtime', 'Log'])
            await this.send(`${domain}.enable`);
        await this.send('Page.navigate', { url: address });
        await done;
    }

    // The value of an expression in the page, of a promise what comes of it.
    async evaluate(expression) {
        const { result, exceptionDetails } = await this.send('Runtime.evaluate',
            { expression, awaitPromise: true, returnByValue: true });

        if (exceptionDetails)
            throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    async closeTab() {
        const targetId = this.tab;

        this.session = undefined;
        this.hearing = () => {};
        await this.send('Target.closeTarget', { targetId });
    }

    async close() {
        const gone = new Promise((resolve) => this.process.on('exit', resolve));

        await this.send('Browser.close');
        await gone;
    }
}
