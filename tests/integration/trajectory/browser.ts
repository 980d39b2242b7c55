import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const MESSAGE_END = '\0';

/** The path of a Chromium: `CHROMIUM_PATH`, else one on the path. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH ?? '', ...onPath].find((path) => path !== '' && existsSync(path));
}

type Params = Record<string, unknown>;
interface Message {
  id?: number;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
}

/** A page in a headless Chromium, driven through its debugging pipe as a person would: by clicks and keys. */
export class BrowserPage implements AsyncDisposable {
  /** Whatever the console said, and every uncaught error. */
  readonly complaints: string[] = [];
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #events = new Map<string, () => void>();
  #session: string | undefined;
  #sent = 0;

  private constructor(process: ChildProcess, folder: string) {
    this.#process = process;
    this.#folder = folder;
    let rest = '';
    this.#pipe<Readable>(4).on('data', (chunk: Buffer) => {
      const messages = (rest + chunk.toString('utf8')).split(MESSAGE_END);
      rest = messages.pop() ?? '';
      for (const message of messages) this.#receive(JSON.parse(message) as Message);
    });
  }

  static async open(chromium: string, { width = 1280, height = 900 } = {}): Promise<BrowserPage> {
    const folder = await mkdtemp(join(tmpdir(), 'threadline-browser-'));
    const options = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe'];
    const started = spawn(chromium, [...options, `--user-data-dir=${folder}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    const page = new BrowserPage(started, folder);
    const { targetId } = await page.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await page.send('Target.attachToTarget', { targetId, flatten: true });
    page.#session = String(sessionId);
    await page.send('Page.enable');
    await page.send('Runtime.enable');
    await page.send('Log.enable');
    await page.resize(width, height);
    return page;
  }

  async goto(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => this.#events.set('Page.loadEventFired', resolve));
    await this.send('Page.navigate', { url });
    await loaded;
    // What has not been painted yet cannot be clicked.
    await this.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }

  resize(width: number, height: number): Promise<Params> {
    return this.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
  }

  prefer(colourScheme: 'light' | 'dark'): Promise<Params> {
    const features = [{ name: 'prefers-color-scheme', value: colourScheme }];
    return this.send('Emulation.setEmulatedMedia', { features });
  }

  /** The value of an expression in the page; of a promise what it gives. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(`'${expression}' threw ${JSON.stringify(exceptionDetails)}`);
    return (result as { value: T }).value;
  }

  async click(selector: string): Promise<void> {
    const { x, y } = await this.evaluate<{ x: number; y: number }>(
      `(() => { const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()`,
    );
    for (const type of ['mousePressed', 'mouseReleased']) {
      await this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    }
  }

  /** Presses a key by its name, `Enter`, or its character. */
  async press(key: string, { shift = false } = {}): Promise<void> {
    const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
    const pressed = { key, modifiers: shift ? 8 : 0, ...(text ? { text } : {}) };
    const code = { Enter: 13, Escape: 27 }[key];
    const windowsVirtualKeyCode = code ?? 0;
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', windowsVirtualKeyCode, ...pressed });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', windowsVirtualKeyCode, ...pressed });
  }

  async type(text: string): Promise<void> {
    await this.send('Input.insertText', { text });
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.send('Page.captureScreenshot');
    return Buffer.from(String(data), 'base64');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  send(method: string, params: Params = {}): Promise<Params> {
    const id = ++this.#sent;
    const message = { id, method, params, ...(this.#session ? { sessionId: this.#session } : {}) };
    this.#pipe<Writable>(3).write(`${JSON.stringify(message)}${MESSAGE_END}`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result = {}, error }) => {
        if (error) reject(new Error(`${method}: ${error.message}`));
        else resolve(result);
      });
    });
  }

  #receive(message: Message): void {
    if (message.id !== undefined) {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
      return;
    }
    const complaints = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded'];
    if (complaints.includes(message.method ?? '')) this.complaints.push(JSON.stringify(message.params));
    this.#events.get(message.method ?? '')?.();
  }

  #pipe<T extends Readable | Writable>(descriptor: 3 | 4): T {
    return this.#process.stdio[descriptor] as unknown as T;
  }
}
