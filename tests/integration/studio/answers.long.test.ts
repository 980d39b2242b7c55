import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { fault, gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { count, goTo, say, shown, StudioSite } from './studio-site.js';

const CHAT = { flow: 'assistant', channel: 'answers' };
const LONG = { timeout: 20_000 };

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', history: { summaries: false } })],
  });
}, 120_000);
afterAll(() => system?.stop());

describe('Studio', () => {
  test('the copy button of code, then a paste -> the code alone, without the words around it', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(text('Before.\n\n```ts\nconst rome = 753;\nsay(rome);\n```\n\nAfter.'));
    await say(page, 'Write code');
    await expect.poll(() => shown(page), LONG).toContain('Why?');
    await page.click('.code button');
    await expect.poll(() => page.evaluate('document.querySelector(".code button").innerText')).toBe('Copied');
    await page.click('textarea');
    await page.press('Control+V');
    await expect
      .poll(() => page.evaluate<string>('document.querySelector("textarea").value.trim()'))
      .toBe('const rome = 753;\nsay(rome);');
    expect(page.complaints).toEqual([]);
  });

  test('thoughts before an answer -> folded once it is there, also after a reload; a press shows and hides them', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(text('Rome.', { reasoning: 'It must be an old one.' }));
    await say(page, 'Name a city');
    const isOpen = () => page.evaluate('document.querySelector(".reasoning")?.open');
    const isRead = () => page.evaluate('document.querySelector(".reasoning .markdown").checkVisibility()');
    for (const round of ['live', 'after a reload']) {
      await expect.poll(() => shown(page), LONG).toContain('Why?');
      await expect.poll(isOpen, LONG).toBe(false);
      expect(await shown(page), round).not.toContain('It must be an old one.');
      await page.click('.reasoning summary');
      await expect.poll(isRead).toBe(true);
      expect(await shown(page), round).toContain('It must be an old one.');
      await page.click('.reasoning summary');
      await expect.poll(isRead).toBe(false);
      await page.evaluate('location.reload()');
    }
    expect(page.complaints).toEqual([]);
  });

  test('a model call is cut off and retried -> the text of the failed attempt is removed', async () => {
    const stalling = await startTestSystem(inject('environment'), {
      flows: [agentFlow({ slug: 'assistant', history: { summaries: false } })],
      models: { openai: { models: { scripted: { stallMs: 3_000 } } } },
    });
    try {
      await using site = await StudioSite.open(stalling);
      await using page = await site.openChat(CHAT);
      stalling.model.reply(fault.hangMidStream('Rome was built by'), text('Rome is old.'));
      await say(page, 'How old is Rome?');
      await expect.poll(() => shown(page), LONG).toContain('Rome was built by');
      await expect.poll(() => shown(page), LONG).toContain('Rome is old.');
      expect(await shown(page)).not.toContain('Rome was built by');
      expect(page.complaints).toEqual([]);
    } finally {
      await stalling.stop();
    }
  });

  test('an answer that is cut off -> shows why it is incomplete, also after a reload', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(text('Rome was', { finishReason: 'length' }));
    await say(page, 'When was Rome founded?');
    for (const round of ['live', 'after a reload']) {
      await expect.poll(() => shown(page), LONG).toContain('Why?');
      expect(await shown(page), round).toContain('Incomplete: the model reached its output token limit.');
      await page.evaluate('location.reload()');
    }
    expect(page.complaints).toEqual([]);
  });

  test('thoughts that stream -> unfolded until the answer begins', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const answer = gated('', 'Rome.', { reasoning: 'It must be an old one.' });
    system.model.reply(answer);
    await say(page, 'Name a city');
    await answer.started;
    await expect.poll(() => shown(page), LONG).toContain('It must be an old one.');
    expect(await page.evaluate('document.querySelector(".reasoning").open')).toBe(true);
    answer.release();
    await expect.poll(() => shown(page), LONG).toContain('Rome.');
    await expect.poll(() => page.evaluate('document.querySelector(".reasoning").open')).toBe(false);
    expect(await shown(page)).not.toContain('It must be an old one.');
    expect(page.complaints).toEqual([]);
  });

  test('an answer, for a screen reader -> announced while it is written, then its text without Markdown; nothing after a reload', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const announced = () =>
      page.evaluate('document.querySelector("[role=status].announcement")?.textContent ?? "none"');
    expect(await announced()).toBe('');
    const answer = gated('**Rome** ', 'is [old](https://example.com).');
    system.model.reply(answer);
    await say(page, 'Name a city');
    await answer.started;
    await expect.poll(() => shown(page), LONG).toContain('Rome');
    expect(await announced()).toBe('Writing…');
    answer.release();
    await expect.poll(announced, LONG).toBe('Rome is old.');
    expect(await count(page, '.announcement a')).toBe(0);
    await page.evaluate('location.reload()');
    await expect.poll(() => shown(page), LONG).toContain('Rome is old.');
    expect(await announced()).toBe('');
    expect(page.complaints).toEqual([]);
  });

  test('the stream of changes cannot be opened -> messages from a terminal are found by polling', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openPage();
    const see = (state: string) =>
      page.evaluate(`{
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
        document.dispatchEvent(new Event('visibilitychange'));
      }`);
    await see('hidden');
    await page.evaluate(`{
      const { fetch } = window;
      window.changesAsked = 0;
      window.fetch = (url, init) => String(url).includes('/changes')
        ? (window.changesAsked++, Promise.reject(new TypeError('cut')))
        : fetch(url, init);
    }`);
    await see('visible');
    await goTo(page, { view: 'chat', ...CHAT, why: undefined });
    await expect.poll(() => page.evaluate('window.changesAsked')).toBeGreaterThan(0);
    await expect.poll(() => page.evaluate('document.querySelector("textarea") !== null')).toBe(true);
    system.model.reply(text('Once upon a time.'));
    await system.client.conversation({ ...CHAT, user: site.user }).ask('Tell me a story');
    await expect.poll(() => shown(page), { timeout: 15_000 }).toContain('Once upon');
    expect(page.complaints).toEqual([]);
  });

  test('an unavailable model that answers later -> an outage that continues, then one that is over', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openPage();
    const chat = system.client.conversation({ ...CHAT, user: site.user });
    system.model.reply(fault.status(401), text('Back.'));
    await chat.ask('Are you there?').catch(() => undefined);
    const outages = async () => {
      const words = await page.evaluate<string>('document.querySelector("main").innerText');
      return /Recent model outages([^]*)Omitted from contexts/.exec(words)?.[1] ?? '';
    };
    await goTo(page, { view: 'health' });
    await expect.poll(outages, LONG).toMatch(/openai:scripted[^]*ongoing[^]*Model\.Authentication/);
    await chat.ask('And now?');
    await goTo(page, { view: 'chats' });
    await goTo(page, { view: 'health' });
    await expect.poll(outages, LONG).toMatch(/openai:scripted[^]*Model\.Authentication/);
    expect(await outages()).not.toContain('ongoing');
    expect(page.complaints).toEqual([]);
  });
});
