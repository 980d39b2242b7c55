import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { startWorkerProcess, type WorkerProcess } from '../../../packages/testing/worker-process.js';
import { announceWorker } from '../../../store/workers/live-workers.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { choose, findFaults, goTo, keepPicture, say, shown, StudioSite, tabTo } from './studio-site.js';

const CHAT = { flow: 'assistant', channel: 'everyday' };

let system: TestSystem;
let worker: WorkerProcess;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [
      {
        ...agentFlow({ slug: 'assistant', history: { summaries: false } }),
        description: 'Knows cities.',
        examples: ['Name a city', 'Name a river', 'Name a hill', 'Name a lake'],
      },
    ],
    withoutWorker: true,
  });
  worker = await startWorkerProcess(system);
}, 120_000);
afterAll(async () => {
  worker?.kill();
  await worker?.exited;
  await system?.stop();
});

describe('Studio', () => {
  test('a message on the first screen -> a new chat with its answer, at its own address', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openPage();
    await expect.poll(() => page.evaluate('document.querySelector("textarea") !== null')).toBe(true);
    system.model.reply(text('Rome.'));
    await say(page, 'Name a city');
    await expect.poll(() => shown(page)).toMatch(/Name a city[^]*Rome\.[^]*Why\?/);
    expect(await page.evaluate('location.hash')).toMatch(/^#\/chat\/assistant\/web-[0-9a-f]{8}$/);
    expect(page.complaints).toEqual([]);
  });

  test("the first screen while no worker is announced -> the flow's purpose, three examples, and a notice until one runs", async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openPage();
    await expect.poll(() => shown(page)).toMatch(/Knows cities\.[^]*No worker seems to be running/);
    expect(await page.evaluate('document.querySelectorAll(".examples button").length')).toBe(3);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'first-screen');
    const self = { id: '00000000-0000-4000-8000-000000000001', name: '1@test', flows: {} };
    const { taskQueue } = system;
    await announceWorker(system.db, { ...self, taskQueue, tools: [], kinds: ['chat'], models: [] });
    await expect
      .poll(() => page.evaluate('document.querySelector(".no-worker")'), { timeout: 20_000 })
      .toBeNull();
    system.model.reply(text('Tiber.'));
    await page.click('.examples li:nth-child(2) button');
    await expect.poll(() => shown(page)).toMatch(/Name a river[^]*Tiber\.[^]*Why\?/);
    expect(page.complaints).toEqual([]);
  });

  test('by keys alone -> a new chat, its answer, a thread on it, and the way back', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(text('Rome.'));
    await tabTo(page, 'textarea');
    await page.type('Name a city');
    await page.press('Enter');
    await expect.poll(() => shown(page)).toContain('Why?');
    await tabTo(page, '.open-thread', { shift: true });
    await page.press('Enter');
    await expect.poll(() => page.evaluate('document.querySelector(".thread textarea") !== null')).toBe(true);
    await tabTo(page, '.thread header a');
    await page.press('Enter');
    await expect.poll(() => page.evaluate('document.querySelector(".thread") === null')).toBe(true);
    await tabTo(page, '.message.assistant footer a');
    await page.press('Enter');
    await expect.poll(() => page.evaluate('document.querySelector(".segments") !== null')).toBe(true);
    await tabTo(page, '.skip', { shift: true });
    await page.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    expect(page.complaints).toEqual([]);
  });

  test('390 pixels wide, files by drop and paste -> one view at a time, nothing beside it, both files sent', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT, { width: 390, height: 800 });
    await page.giveFile('textarea', { by: 'drop', name: 'a.txt', text: 'The code is 1.' });
    await page.giveFile('textarea', { by: 'paste', name: 'b.txt', text: 'The code is 2.' });
    await expect.poll(() => page.evaluate('document.querySelectorAll(".files li").length')).toBe(2);
    system.model.reply(text('1 and 2.'));
    await say(page, 'Name the codes');
    await expect.poll(() => shown(page)).toContain('Why?');
    expect(await shown(page)).toMatch(/a\.txt[^]*b\.txt/);
    const asked = JSON.stringify(system.model.requests.at(-1)?.body);
    expect(asked).toContain('The code is 1.');
    expect(asked).toContain('The code is 2.');
    const isWide = 'document.documentElement.scrollWidth > 390';
    const seen = (selector: string) =>
      page.evaluate(`document.querySelector('${selector}').checkVisibility({ visibilityProperty: true })`);
    expect([await page.evaluate(isWide), await seen('.chat-list'), await seen('.chat')]).toEqual([
      false,
      false,
      true,
    ]);
    await page.click('.message.assistant footer a');
    await expect.poll(() => page.evaluate('document.querySelector(".segments") !== null')).toBe(true);
    expect([await page.evaluate(isWide), await seen('.chat'), await seen('.why')]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'phone');
    await page.click('.rail nav a');
    await expect.poll(() => seen('.chat-list')).toBe(true);
    expect(await page.evaluate(isWide)).toBe(false);
    expect(page.complaints).toEqual([]);
  });

  test('sent while an answer is written, reloaded, a second tab -> nothing is lost, both show the same', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const first = gated('One ', 'two.');
    system.model.reply(first);
    await say(page, 'Count');
    await first.started;
    await expect.poll(() => shown(page)).toContain('One');
    const elsewhere = system.client.conversation({ ...CHAT, user: site.user });
    const [turnId = ''] = await elsewhere.unfinished();
    let heard = '';
    for await (const event of elsewhere.stream(turnId)) {
      if (event.type === 'text-delta') heard += event.text;
      if (heard !== '') break;
    }
    expect(heard).toContain('One');
    await page.click('textarea');
    await page.type('A draft');
    await page.evaluate('location.reload()');
    await using tab = await site.openChat(CHAT);
    for (const one of [page, tab]) await expect.poll(() => shown(one)).toContain('One');
    expect(await page.evaluate('document.querySelector("textarea").value')).toBe('A draft');
    system.model.reply(text('Two, three.'));
    await page.press('Enter');
    await page.click('textarea');
    await page.press('Enter');
    first.release();
    for (const one of [page, tab]) {
      await expect.poll(() => shown(one)).toContain('Two, three.');
      expect(await shown(one)).toContain('A draft');
    }
    await expect.poll(() => shown(page)).toContain('Why?');
    await expect.poll(() => shown(tab)).toContain('Why?');
    await expect.poll(async () => (await shown(tab)) === (await shown(page))).toBe(true);
    expect(page.complaints).toEqual([]);
  });

  test('an answer that ends after its question was loaded, before it is resumed -> shown', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    await page.evaluate(`{
      const ask = window.fetch;
      const may = new Promise((go) => (window.resume = go));
      window.fetch = (url, ...more) =>
        String(url).includes('/stream') ? may.then(() => ask(url, ...more)) : ask(url, ...more);
    }`);
    const answer = gated('Ro', 'me.');
    system.model.reply(answer);
    const elsewhere = system.client.conversation({ ...CHAT, user: site.user });
    const { turnId } = await elsewhere.submit('Name a city');
    await expect.poll(() => shown(page)).toContain('Name a city');
    answer.release();
    await expect.poll(() => elsewhere.unfinished()).not.toContain(turnId);
    await page.evaluate('window.resume()');
    await expect.poll(() => shown(page)).toContain('Rome.');
    expect(page.complaints).toEqual([]);
  });

  test('a new chat in a page without polling -> in the list with its title once it is answered', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    await page.evaluate("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })");
    system.model.reply(text('Rome.'));
    await say(page, 'Name a city');
    await expect.poll(() => shown(page), { timeout: 15_000 }).toContain('Why?');
    await expect
      .poll(() => page.evaluate('document.querySelector(".chat-list .title")?.innerText'))
      .toBe('Name a city');
    expect(page.complaints).toEqual([]);
  });

  test('an answer in a chat that is not open, an edited title -> marked until it is opened, renamed everywhere', async () => {
    await using site = await StudioSite.open(system);
    const other = { flow: 'assistant', channel: 'other' };
    const elsewhere = system.client.conversation({ ...other, user: site.user });
    const more = gated('Par', 'is.');
    system.model.reply(text('Rome.'), text('Oslo.'), more);
    await elsewhere.ask('Name a city');
    await system.client.conversation({ ...CHAT, user: site.user }).ask('Name a northern city');
    await using page = await site.openChat(CHAT);
    const list = () => page.evaluate<string>('document.querySelector(".chat-list").innerText');
    const marked = () =>
      page.evaluate<string[]>(
        '[...document.querySelectorAll(".chat-list a:has(.unread) .title")].map(({ innerText }) => innerText)',
      );
    await expect.poll(list).toContain('Name a city');
    expect(await marked()).toEqual([]);
    await elsewhere.submit('Name one more');
    await more.started;
    const first = () => page.evaluate('document.querySelector(".chat-list .title").innerText');
    await expect.poll(first, { timeout: 15_000 }).toBe('Name a city');
    expect(await marked()).toEqual([]);
    more.release();
    await expect.poll(marked, { timeout: 15_000 }).toEqual(['Name a city']);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'unread');
    await page.evaluate('location.reload()');
    await expect.poll(marked, { timeout: 15_000 }).toEqual(['Name a city']);
    await goTo(page, { view: 'chat', ...other, why: undefined });
    await expect.poll(marked, { timeout: 15_000 }).toEqual([]);
    await choose(page, '.listed-chat:has([aria-current]) .chat-actions', 'Rename');
    await page.evaluate('document.querySelector("form.rename input").select()');
    await page.type('Cities');
    expect(await findFaults(page)).toEqual([]);
    await page.press('Enter');
    await expect.poll(list, { timeout: 15_000 }).toContain('Cities');
    const { conversations } = await system.client.conversations({ user: site.user });
    expect(conversations.map(({ title }) => title)).toContain('Cities');
    await choose(page, '.listed-chat:has([aria-current]) .chat-actions', 'Rename');
    await page.type('Towns');
    await page.press('Escape');
    expect(await list()).not.toContain('Towns');
    expect(page.complaints).toEqual([]);
  });

  test('the worker killed in the middle of an answer -> another one completes it, in the same page', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const lost = gated('Once upon ', 'a time.');
    system.model.reply(lost, text('Once and for all.'));
    await say(page, 'Tell me a story');
    await lost.started;
    await expect.poll(() => shown(page)).toContain('Once upon');
    worker.kill();
    await worker.exited;
    await system.db.deleteFrom('worker').execute();
    const hint = () => page.evaluate<string>('document.querySelector(".hint")?.innerText ?? ""');
    await expect.poll(hint, { timeout: 15_000 }).toBe('Reconnecting… No worker is running.');
    worker = await startWorkerProcess(system);
    await expect.poll(() => shown(page), { timeout: 60_000 }).toContain('Once and for all.');
    await expect.poll(() => shown(page)).toContain('Why?');
    expect(await shown(page)).not.toContain('Once upon');
    lost.release();
    expect(page.complaints).toEqual([]);
  });

  test('the gateway stopped in the middle of an answer, then started -> Reconnecting without buttons, then the whole answer', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const answer = gated('Once upon ', 'a time.');
    system.model.reply(answer);
    await say(page, 'Tell me a story');
    await answer.started;
    await expect.poll(() => shown(page)).toContain('Once upon');
    await site.stop();
    const hint = () => page.evaluate<string>('document.querySelector(".hint")?.innerText ?? ""');
    await expect.poll(hint, { timeout: 15_000 }).toBe('Reconnecting…');
    expect(await shown(page)).toContain('Once upon');
    expect(await page.evaluate('document.querySelectorAll(".message.assistant footer").length')).toBe(0);
    expect(
      await page.evaluate('[...document.querySelectorAll(".chat [role=alert]")].map((one) => one.innerText)'),
    ).toEqual([]);
    answer.release();
    await site.start();
    await expect.poll(() => shown(page), { timeout: 30_000 }).toContain('Once upon a time.');
    await expect.poll(() => shown(page)).toContain('Why?');
    expect(await hint()).toBe('');
    expect(page.exceptions).toEqual([]);
  });

  test('a message sent while the gateway is unavailable -> shown, sent again once it is back, and answered once', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(text('Rome.'));
    await site.stop();
    await say(page, 'Name a city');
    const hint = () => page.evaluate<string>('document.querySelector(".hint")?.innerText ?? ""');
    await expect.poll(hint, { timeout: 15_000 }).toBe('Reconnecting…');
    expect(await shown(page)).toContain('Name a city');
    await site.start();
    await expect.poll(() => shown(page), { timeout: 30_000 }).toMatch(/Name a city[^]*Rome\./);
    const stored = async () => {
      const { messages } = await system.client.conversation({ ...CHAT, user: site.user }).history();
      return messages.map(({ text: said }) => said);
    };
    await expect.poll(stored).toEqual(['Rome.', 'Name a city']);
    await expect.poll(() => shown(page)).toContain('Why?');
    system.model.reply(text('Oslo.'));
    await site.stop();
    await page.click('.message.user button.edit');
    await page.press('End');
    await page.type(' in the north');
    await page.click('.edited .primary');
    await expect.poll(hint, { timeout: 15_000 }).toBe('Reconnecting…');
    await site.start();
    await expect.poll(() => shown(page), { timeout: 30_000 }).toMatch(/Name a city in the north[^]*Oslo\./);
    await expect.poll(stored).toEqual(['Oslo.', 'Name a city in the north']);
    expect(page.exceptions).toEqual([]);
  });
});
