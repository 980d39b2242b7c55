import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser, type LaunchOptions, type Page } from 'playwright-core';

const UNPACK = fileURLToPath(new URL('./unpack-chromium.mjs', import.meta.url));

export class BrowserPage implements AsyncDisposable {
  readonly complaints: string[] = [];
  readonly exceptions: string[] = [];
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #folder: string;

  private constructor(browser: Browser, page: Page, folder: string) {
    this.#browser = browser;
    this.#page = page;
    this.#folder = folder;
    page.on('console', (message) => this.complaints.push(message.text()));
    page.on('pageerror', (error) => {
      this.complaints.push(String(error));
      this.exceptions.push(String(error));
    });
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText !== 'net::ERR_ABORTED')
        this.complaints.push(`${request.url()} failed`);
    });
  }

  static async open({
    width = 1280,
    height = 900,
    names = {} as Readonly<Record<string, string>>,
    locale = 'en-US',
    isTouch = false,
  } = {}): Promise<BrowserPage> {
    const folder = await mkdtemp(join(tmpdir(), 'threadline-browser-'));
    const options = await findBrowser(folder);
    const rules = Object.entries(names)
      .map(([name, address]) => `MAP ${name} ${address}`)
      .join(', ');
    const args = [...(options.args ?? []), `--host-resolver-rules=${rules}`];
    const browser = await chromium.launch({ ...options, args });
    const context = await browser.newContext({ viewport: { width, height }, locale, hasTouch: isTouch });
    const page = await context.newPage();
    return new BrowserPage(browser, page, folder);
  }

  async openTab(): Promise<BrowserPage> {
    return new BrowserPage(this.#browser, await this.#page.context().newPage(), this.#folder);
  }

  async goto(url: string): Promise<void> {
    await this.#page.goto(url);
    await this.painted();
  }

  async painted(): Promise<void> {
    await this.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }

  resize(width: number, height: number): Promise<void> {
    return this.#page.setViewportSize({ width, height });
  }

  prefer(colorScheme: 'light' | 'dark'): Promise<void> {
    return this.#page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  }

  evaluate<T>(expression: string): Promise<T> {
    return this.#page.evaluate<T>(expression);
  }

  click(selector: string): Promise<void> {
    return this.#page.click(selector);
  }

  press(key: string, { shift = false } = {}): Promise<void> {
    return this.#page.keyboard.press(shift ? `Shift+${key}` : key);
  }

  giveFile(selector: string, { by, name, text }: { by: 'drop' | 'paste'; name: string; text: string }) {
    return this.evaluate<void>(`{
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'text/plain' }));
      const options = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
      document.querySelector(${JSON.stringify(selector)}).dispatchEvent(
        ${by === 'drop' ? "new DragEvent('drop', options)" : "new ClipboardEvent('paste', options)"});
    }`);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.insertText(text);
  }

  screenshot(): Promise<Buffer> {
    return this.#page.screenshot();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function findBrowser(folder: string): Promise<LaunchOptions> {
  const args = ['--no-sandbox', '--disable-gpu'];
  if (process.env.CHROMIUM_PATH) return { executablePath: process.env.CHROMIUM_PATH, args };
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome', args };
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  const { stdout } = await promisify(execFile)(process.execPath, [UNPACK], { env });
  const fonts = join(folder, 'fonts.conf');
  await writeFile(
    fonts,
    `<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>`,
  );
  return {
    executablePath: stdout.trim(),
    args,
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: fonts },
  };
}
