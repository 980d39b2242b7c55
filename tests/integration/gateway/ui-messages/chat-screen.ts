import { expect } from 'vitest';
import { createGateway } from '../../../../packages/gateway/index.js';
import type { UIPart } from '../../../../packages/gateway/ui-messages/collect-message.js';
import { BrowserPage } from '../../trajectory/browser.js';
import { ChatPageClient } from './chat-page-client.js';
import type { ChatSite } from './chat-site.js';

export class ChatScreen implements AsyncDisposable {
  private constructor(
    readonly page: BrowserPage,
    readonly site: ChatSite,
    private user: string,
    readonly id: string,
  ) {}

  static async open(site: ChatSite, { id = 'chat' } = {}): Promise<ChatScreen> {
    const screen = new ChatScreen(await BrowserPage.open(), site, site.system.newUser(), id);
    await screen.reload();
    return screen;
  }

  async reload(): Promise<void> {
    await this.page.goto(this.site.url(this.user, this.id));
    await expect.poll(() => this.page.evaluate('window.chat !== undefined')).toBe(true);
  }

  async startOver(): Promise<void> {
    this.user = this.site.system.newUser();
    await this.reload();
  }

  async seeCharacters(count: number): Promise<void> {
    await this.page.evaluate(
      `new Promise((seen) => { const look = () => document.querySelector('main')?.textContent.length >= ${count} ? seen() : requestAnimationFrame(look); look(); })`,
    );
  }

  async call(expression: string): Promise<void> {
    await this.page.evaluate(`void chat.${expression}`);
  }

  say(text: string): Promise<void> {
    return this.call(`sendMessage({ text: ${JSON.stringify(text)} })`);
  }

  async stop(): Promise<void> {
    await this.call('stop()');
    await this.page.evaluate(
      `fetch('/api/chat/' + chat.id + '/stop', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ messageId: chat.messages.at(-1).id }) })`,
    );
  }

  parts(): Promise<string[][]> {
    return this.page.evaluate(
      `[...document.querySelectorAll('section')].map((message) => [...message.querySelectorAll('p')].map((part) => part.textContent))`,
    );
  }

  async text(): Promise<string> {
    return (await this.parts()).flat().join('\n');
  }

  count(selector: string): Promise<number> {
    return this.page.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
  }

  status(): Promise<string> {
    return this.page.evaluate(`document.querySelector('main')?.dataset.status ?? 'loading'`);
  }

  async expectStored(messages: string[][]): Promise<void> {
    await expect
      .poll(async () => [await this.status(), await this.parts(), await this.#stored()], LONG)
      .toEqual(['ready', messages, messages]);
    expect(this.page.exceptions).toEqual([]);
  }

  async #stored(): Promise<string[][]> {
    const { user } = this;
    const gateway = createGateway({ client: this.site.system.client, authenticate: () => ({ user }) });
    const messages = await new ChatPageClient(gateway, user).history(this.id);
    const shown = messages.map(({ parts }) => parts.filter(({ type }: UIPart) => type !== 'step-start'));
    return this.page.evaluate(`(${JSON.stringify(shown)}).map((parts) => parts.map(window.textOf))`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page[Symbol.asyncDispose]();
  }
}

const LONG = { timeout: 30_000 };
