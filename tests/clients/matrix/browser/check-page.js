import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

const TIMEOUT_MS = 20_000;
const TOO_LONG = 29 * 1024 * 1024;

class Cannot extends Error {}

export function startChecks({ Client, version, lacks = {} }) {
  window.check = async (aspect, settings) => {
    const page = new CheckPage(Client, { ...settings, version });
    try {
      if (lacks[aspect]) throw new Cannot(lacks[aspect]);
      await CHECKS[aspect](page, settings);
      return { ok: true };
    } catch (error) {
      return error instanceof Cannot ? { cannot: error.message } : { failed: String(error.stack) };
    } finally {
      page.close();
    }
  };
}

class CheckPage {
  #root;
  #place = document.body.appendChild(document.createElement('div'));
  #statuses = [];
  id = crypto.randomUUID();
  state;

  constructor(Client, { key, version }) {
    this.Client = Client;
    this.headers = { authorization: `Bearer ${key}` };
    this.query = { version };
  }

  address(path = '') {
    return `/api/chat${path}?${new URLSearchParams(this.query)}`;
  }

  async load() {
    this.close();
    const stored = await fetch(this.address(`/${this.id}`), { headers: this.headers });
    return this.show(stored.ok ? (await stored.json()).messages : []);
  }

  async show(messages) {
    this.#root = createRoot(this.#place);
    this.#root.render(
      h(this.Client, {
        options: {
          id: this.id,
          messages,
          resume: messages.length > 0,
          api: this.address(),
          headers: this.headers,
          fetch: async (...request) => {
            const response = await fetch(...request);
            this.#statuses.push(response.status);
            return response;
          },
        },
        onState: (state) => (this.state = state),
      }),
    );
    await this.until('the page shows the chat', ({ status }) => status !== undefined);
  }

  async send(text, options) {
    if (this.#root === undefined) await this.load();
    void this.state.send(text, options);
  }

  async until(what, isTrue) {
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await pause())
      if (this.state !== undefined && isTrue(this.state)) return;
    throw new Error(`Not seen: ${what}. The page shows ${JSON.stringify({ ...this.state })}`);
  }

  answers(text) {
    return this.until(`'${text}'`, (state) => state.status === 'ready' && state.text === text);
  }

  async fails(status) {
    await this.until('an error', ({ error }) => Boolean(error));
    if (this.#statuses.at(-1) !== status)
      throw new Error(`${this.#statuses.at(-1)} and not ${status}: ${this.state.error}`);
  }

  async stop() {
    await this.state.stop();
    const response = await fetch(this.address(`/${this.id}/stop`), {
      method: 'POST',
      headers: { ...this.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ messageId: this.state.lastId }),
    });
    if (!response.ok) throw new Error(await response.text());
  }

  close() {
    this.#root?.unmount();
    this.#root = undefined;
    this.state = undefined;
  }
}

const CHECKS = {
  async text(page) {
    await page.send('Say hello');
    await page.answers('Hello, Ada.');
  },
  async stream(page) {
    await page.send('Count slowly');
    await page.until('a part', ({ status, text }) => status === 'streaming' && text === 'One, ');
    await page.stop();
  },
  async memory(page) {
    await page.send('My name is Ada.');
    await page.answers('Noted.');
    await page.load();
    await page.send('What is my name?');
    await page.answers('Ada.');
  },
  async tools(page) {
    page.query.flow = 'adding';
    await page.send('Add up');
    await page.answers('Three.');
    const { ran } = page.state;
    if (ran !== 3) throw new Error(`The page ran ${ran} calls`);
  },
  async approval(page) {
    page.query.flow = 'careful';
    await page.send('Wipe it');
    await page.until('a question', ({ asked }) => asked !== undefined);
    page.state.approve();
    await page.answers('Wiped.');
  },
  async image(page, { picture }) {
    await page.send('What is in the picture?', { image: `data:image/png;base64,${picture}` });
    await page.answers('A sky.');
  },
  async stop(page) {
    await page.send('Count slowly');
    await page.until('a part', ({ text }) => text === 'One, ');
    await page.stop();
    await page.load();
    await page.answers('One, ');
  },
  async resume(page) {
    await page.send('Count slowly');
    await page.until('a part', ({ text }) => text === 'One, ');
    await page.load();
    await page.until('the rest', ({ status, text }) => status === 'streaming' && text === 'One, ');
    await page.stop();
  },
  async 401(page) {
    page.headers.authorization = 'Bearer nobody';
    await page.send('Say hello');
    await page.fails(401);
  },
  async 404(page) {
    page.query.flow = 'nothing';
    await page.send('Say hello');
    await page.fails(404);
  },
  async 409(page) {
    const id = crypto.randomUUID();
    await page.send('Say hello', { id });
    await page.answers('Hello, Ada.');
    await page.send('What is my name?', { id });
    await page.fails(409);
  },
  async 413(page) {
    await page.send('x'.repeat(TOO_LONG));
    await page.fails(413);
  },
  async 429(page) {
    await page.send('Say hello');
    await page.fails(429);
  },
  async 'model down'(page) {
    await page.send('Break down');
    await page.fails(200);
  },
};

function pause() {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
