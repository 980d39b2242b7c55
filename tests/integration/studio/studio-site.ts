import { source as axe } from 'axe-core';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { formatRoute, type Route } from '../../../packages/studio/route.js';
import {
  createGateway,
  serveGateway,
  singleKey,
  type RunningGateway,
} from '../../../packages/gateway/index.js';
import type { Identity } from '../../../packages/gateway/gateway-env.js';
import { serveStudio } from '../../../packages/gateway/studio/serve-studio.js';
import type { TestSystem } from '../../../packages/testing/test-system.js';
import { BrowserPage } from '../trajectory/browser.js';

const KEY = 'key of the studio';

export const ASKING_FLOW = defineFlow({
  slug: 'asking',
  name: 'Asking',
  nodes: { start: manual(), ask: approval({ prompt: 'Go on?' }), say: reply({ text: 'Done' }) },
  edges: [
    ['start', 'ask'],
    ['ask', 'say'],
  ],
});

export class StudioSite implements AsyncDisposable {
  private constructor(
    private readonly serve: (port: number) => Promise<RunningGateway>,
    private gateway: RunningGateway,
    readonly user: string,
  ) {}

  static async open(
    system: TestSystem,
    {
      admin = false,
      user = system.newUser(),
      temporalUi,
      others = {},
    }: {
      admin?: boolean;
      user?: string;
      temporalUi?: string;
      others?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<StudioSite> {
    const isUser = singleKey({ key: KEY, user, admin });
    const findOther = ({ headers }: Request): Identity | null => {
      const other = others[headers.get('authorization')?.replace('Bearer ', '') ?? ''];
      return other === undefined ? null : { user: other };
    };
    const serve = (port: number): Promise<RunningGateway> => {
      const gateway = createGateway({
        client: system.client,
        authenticate: (request) => isUser(request) ?? findOther(request),
        studio: serveStudio,
        temporalUi,
        alertRules: 'http://alerts/?search={rule}',
        shareDays: 7,
      });
      return serveGateway(gateway, { host: '127.0.0.1', port });
    };
    return new StudioSite(serve, await serve(0), user);
  }

  stop(): Promise<void> {
    return this.gateway.close();
  }

  async start(): Promise<void> {
    this.gateway = await this.serve(Number(new URL(this.url).port));
  }

  get url(): string {
    return this.gateway.url;
  }

  async openPage(options?: Parameters<typeof BrowserPage.open>[0]): Promise<BrowserPage> {
    const page = await BrowserPage.open(options);
    await this.openLink(page, encodeURIComponent(KEY));
    return page;
  }

  openLink(page: BrowserPage, key: string): Promise<void> {
    return page.goto(`${this.url}/studio/#key=${key}`);
  }

  async openChat(
    chat: Omit<Extract<Route, { view: 'chat' }>, 'view' | 'why'>,
    size?: { width: number; height: number },
  ): Promise<BrowserPage> {
    const page = await this.openPage(size);
    await goTo(page, { view: 'chat', why: undefined, ...chat });
    const missing =
      'document.querySelector("textarea") === null ? "No field: " + document.body.innerText : ""';
    await expect.poll(() => page.evaluate<string>(missing)).toBe('');
    return page;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.gateway.close();
  }
}

export function goTo(page: BrowserPage, route: Route): Promise<void> {
  return page.evaluate(`location.hash = ${JSON.stringify(formatRoute(route))}`);
}

export function read(page: BrowserPage, selector: string): Promise<string> {
  return page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`);
}

export function fields(page: BrowserPage): Promise<[string, string][]> {
  return page.evaluate<[string, string][]>(
    `[...document.querySelectorAll('.tool-input dl > div')].map(({ children }) => [...children].map(({ innerText }) => innerText))`,
  );
}

export function count(page: BrowserPage, selector: string): Promise<number> {
  return page.evaluate<number>(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
}

export async function clickButton(page: BrowserPage, words: string): Promise<void> {
  const find = `[...document.querySelectorAll('button')].find(({ innerText }) => innerText.trim() === ${JSON.stringify(words)})`;
  await expect.poll(() => page.evaluate(`${find} !== undefined`)).toBe(true);
  await page.evaluate(`${find}.click()`);
}

export function fill(page: BrowserPage, selector: string, value: string): Promise<void> {
  return page.evaluate(`{
    const field = document.querySelector(${JSON.stringify(selector)});
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(value)});
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }`);
}

export function loseResponse(page: BrowserPage): Promise<void> {
  return page.evaluate(`{
    const send = window.fetch;
    window.fetch = async (url, init) => {
      const response = await send(url, init);
      if (init?.method !== 'POST') return response;
      window.fetch = send;
      throw new TypeError('The response is lost');
    };
  }`);
}

export async function say(page: BrowserPage, message: string): Promise<void> {
  await page.click('textarea');
  await page.type(message);
  await page.press('Enter');
}

export function shown(page: BrowserPage): Promise<string> {
  return page.evaluate<string>(`[document.querySelector('.messages')?.innerText ?? '',
    ...[...document.querySelectorAll('.messages [aria-label]')].map(({ ariaLabel }) => ariaLabel)].join('\\n')`);
}

export async function choose(page: BrowserPage, trigger: string, item: string): Promise<void> {
  await page.click(trigger);
  const found = `[...document.querySelectorAll('[role=menuitem]')].find(({ innerText }) => innerText === ${JSON.stringify(item)})`;
  await expect.poll(() => page.evaluate(`${found} !== undefined`)).toBe(true);
  await page.evaluate(`${found}.click()`);
}

export function chooseMore(page: BrowserPage, item: string): Promise<void> {
  return choose(page, '.message.assistant .more', item);
}

export async function keepPicture(page: BrowserPage, name: string): Promise<void> {
  const folder = process.env.STUDIO_PICTURES;
  if (!folder) return;
  const isDark = await page.evaluate<boolean>('matchMedia("(prefers-color-scheme: dark)").matches');
  const schemes = ['light', 'dark'] as const;
  for (const scheme of isDark ? schemes : schemes.toReversed()) {
    await page.prefer(scheme);
    await page.painted();
    await writeFile(join(folder, `${name}-${scheme}.png`), await page.screenshot());
  }
}

export async function findFaults(page: BrowserPage): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate<string[]>(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`);
}

export async function tabTo(page: BrowserPage, selector: string, { shift = false } = {}): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
    await page.press('Tab', { shift });
  }
  throw new Error(`Tab does not lead to '${selector}'`);
}

const MISFITS = `(() => {
  const isShown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isSmall = (one) => { const { width, height } = one.getBoundingClientRect(); return width > 2 && height < 43.5; };
  const isInText = (one) => one.matches('a') && (one.closest('.markdown') !== null ||
    [...one.parentElement.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ''));
  const name = (one) => one.outerHTML.slice(0, 120) + ' ' + Math.round(one.getBoundingClientRect().height);
  const controls = [...document.querySelectorAll('button, select, summary, textarea, a[href], input:not([type=checkbox], [type=radio])')]
    .filter((one) => isShown(one) && isSmall(one) && one.closest('.react-flow, .cm-editor') === null && !isInText(one));
  const cells = [...document.querySelectorAll('main td')].filter((one) => isShown(one.closest('table')) && !isShown(one));
  // The page itself never scrolls, in no direction.
  const { scrollWidth, scrollHeight } = document.documentElement;
  const wide = scrollWidth > innerWidth || scrollHeight > innerHeight ? [document.documentElement] : [];
  // Only these may scroll sideways.
  const sideways = [...document.querySelectorAll('body *')].filter((one) =>
    /auto|scroll/.test(getComputedStyle(one).overflowY) && isShown(one) && one.scrollWidth > one.clientWidth + 1 &&
    !one.matches('pre, table, .scrolled, .waterfall-rows, .cm-scroller, .trajectory *'));
  const isBroken = (range) => new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  const broken = [...document.querySelectorAll('main :is(td, th, button, h2, h3, dt)')].filter(isShown).flatMap((one) =>
    [...one.childNodes].filter(({ nodeType }) => nodeType === 3).flatMap((node) =>
      [...node.data.matchAll(/\\p{L}{2,14}/gu)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return isBroken(range);
      }).map(() => one)));
  return [...controls, ...cells, ...wide, ...sideways, ...broken].map(name);
})()`;

export function findMisfits(page: BrowserPage): Promise<string[]> {
  return page.evaluate<string[]>(MISFITS);
}

/** Text below 11 px, measured after the zoom of a graph. Text of 0 px is hidden. */
export function findSmallText(page: BrowserPage): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && [...one.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ''))
    .map((one) => {
      const viewport = one.closest('.react-flow__viewport, .stage');
      const zoom = viewport === null ? 1 : new DOMMatrix(getComputedStyle(viewport).transform).a;
      return { px: parseFloat(getComputedStyle(one).fontSize) * zoom, words: one.innerText };
    })
    .filter(({ px }) => px > 0 && px < 10.99)
    .map(({ px, words }) => px + ' px: ' + words)`);
}
