import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { choose, findFaults, goTo, keepPicture, say, shown, StudioSite } from './studio-site.js';

const LONG = { timeout: 20_000 };
const CHAT = { flow: 'assistant', channel: 'rome' };

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', history: { summaries: false } })],
  });
}, 120_000);
afterAll(() => system?.stop());

const list = (page: BrowserPage) => page.evaluate<string>('document.querySelector(".chat-list").innerText');
const titles = (page: BrowserPage) =>
  page.evaluate<string[]>(
    '[...document.querySelectorAll(".chat-list .listed-chat .title")].map(({ innerText }) => innerText)',
  );

async function act(page: BrowserPage, title: string, item: string): Promise<void> {
  await choose(page, `[aria-label="Actions for ${title}"]`, item);
}

async function filter(page: BrowserPage, name: string): Promise<void> {
  await page.click('.filter');
  const item = `[...document.querySelectorAll('[role=menuitemradio]')].find(({ innerText }) => innerText.trim() === '${name}')`;
  await expect.poll(() => page.evaluate(`${item} !== undefined`), LONG).toBe(true);
  await page.evaluate(`${item}.click()`);
}

describe('a list of chats, in the studio', () => {
  test('pinned, archived, exported, deleted with and without undo; API requests -> each in its place', async () => {
    await using site = await StudioSite.open(system);
    const ask = async (channel: string, question: string) => {
      const chat = system.client.conversation({ flow: 'assistant', user: site.user, channel });
      system.model.reply(text(`About ${question}.`));
      await chat.ask(question);
      return chat;
    };
    const rome = await ask('rome', 'Rome');
    await ask('paris', 'Paris');
    const oslo = await ask('oslo', 'Oslo');
    await ask('once:1', 'A request');
    await using page = await site.openChat(CHAT);
    await expect.poll(() => titles(page), LONG).toEqual(['Oslo', 'Paris', 'Rome']);
    await act(page, 'Rome', 'Pin');
    await expect.poll(() => titles(page), LONG).toEqual(['Rome', 'Oslo', 'Paris']);
    expect(await list(page)).toContain('Pinned');
    await act(page, 'Paris', 'Archive');
    await expect.poll(() => titles(page), LONG).toEqual(['Rome', 'Oslo']);
    await filter(page, 'Archived');
    await expect.poll(() => titles(page), LONG).toEqual(['Paris']);
    await filter(page, 'API requests');
    await expect.poll(() => titles(page), LONG).toEqual(['A request']);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'list-requests');
    await filter(page, 'Chats');
    await ask('paris', 'Lyon');
    await expect.poll(() => titles(page), LONG).toEqual(['Rome', 'Paris', 'Oslo']);

    await page.evaluate(`{
      window.saved = [];
      const { createObjectURL } = URL;
      let newest;
      URL.createObjectURL = (blob) => createObjectURL((newest = blob));
      HTMLAnchorElement.prototype.click = function () {
        void newest.text().then((words) => saved.push([this.download, words]));
      };
    }`);
    await act(page, 'Rome', 'Export as Markdown');
    await expect
      .poll(() => page.evaluate('window.saved'), LONG)
      .toEqual([['Rome.md', '# Rome\n\n## You\n\nRome\n\n## assistant\n\nAbout Rome.\n']]);
    await act(page, 'Rome', 'Export as JSON');
    await expect.poll(() => page.evaluate('window.saved.length'), LONG).toBe(2);
    const exported = JSON.parse(await page.evaluate<string>('window.saved[1][1]')) as { messages: object[] };
    expect(exported).toMatchObject({
      flow: 'assistant',
      channel: 'rome',
      messages: [
        { seq: 1, text: 'Rome' },
        { seq: 2, text: 'About Rome.' },
      ],
    });

    await act(page, 'Oslo', 'Delete');
    await expect.poll(() => titles(page), LONG).toEqual(['Rome', 'Paris']);
    const undo = `[...document.querySelectorAll('button')].find((one) => one.innerText === 'Undo' && one.parentElement.innerText.includes('Deleted'))`;
    await expect.poll(() => page.evaluate(`${undo} !== undefined`), LONG).toBe(true);
    await page.evaluate(`${undo}.click()`);
    await expect.poll(() => titles(page), LONG).toEqual(['Rome', 'Paris', 'Oslo']);
    await act(page, 'Rome', 'Delete');
    await keepPicture(page, 'list-undo');
    await expect.poll(async () => (await rome.history()).messages.length, LONG).toBe(0);
    expect((await oslo.history()).messages.length).toBe(2);
    expect(await titles(page)).toEqual(['Paris', 'Oslo']);
    expect(await page.evaluate('location.hash')).toBe('#/');
    await page.resize(375, 800);
    await keepPicture(page, 'list-375');
    expect(page.complaints).toEqual([]);
  });

  test('a thread below a thread -> its phrase marked with a count, the path upward; deleted, undone, deleted', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const conversation = system.client.conversation({ ...CHAT, user: site.user });
    system.model.reply(text('Rome is **old**, and has seven hills.'));
    await say(page, 'Name a city');
    await expect.poll(() => shown(page), LONG).toContain('Why?');
    const select = (place: string) =>
      page.evaluate(`{
        const words = [...document.querySelectorAll('${place} .message.assistant .markdown p')].at(-1).lastChild;
        const at = words.data.lastIndexOf('seven');
        getSelection().setBaseAndExtent(words, at, words, at + 'seven'.length);
      }`);
    const write = async (message: string) => {
      await expect
        .poll(() => page.evaluate('document.querySelector(".thread textarea") !== null'), LONG)
        .toBe(true);
      await page.click('.thread textarea');
      await page.type(message);
      await page.press('Enter');
    };
    const inThread = () =>
      page.evaluate<string>('document.querySelector(".thread .messages")?.innerText ?? ""');
    await select('main');
    await page.click('main .open-thread');
    await expect
      .poll(() => page.evaluate('document.querySelector(".thread .quoted")?.innerText'), LONG)
      .toBe('seven');
    expect((await conversation.threads()).children).toEqual([]);
    system.model.reply(text('There are seven of them.'));
    await write('Which?');
    await expect.poll(inThread, LONG).toContain('There are seven of them.');
    const marks = (place: string) =>
      page.evaluate<[string, string][]>(
        `[...document.querySelectorAll('${place} .anchored')].map((one) => [one.innerText, one.dataset.count])`,
      );
    await expect.poll(() => marks('main'), LONG).toEqual([['seven', '1']]);
    await expect.poll(() => shown(page), LONG).toContain('1 thread');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'thread-anchor');

    await expect.poll(() => page.evaluate('document.querySelectorAll(".thread .acts").length'), LONG).toBe(1);
    await page.click('.thread .open-thread');
    system.model.reply(text('The Palatine.'));
    await write('Name one');
    await expect.poll(inThread, LONG).toContain('The Palatine.');
    const path = () =>
      page.evaluate<string[]>('[...document.querySelectorAll(".path a")].map(({ innerText }) => innerText)');
    await expect.poll(path, LONG).toEqual(['Name a city', 'Which?']);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'thread-path');
    await page.evaluate('[...document.querySelectorAll(".path a")].at(-1).click()');
    await expect.poll(inThread, LONG).toContain('1 thread');

    const undo = `[...document.querySelectorAll('button')].find((one) => one.innerText === 'Undo' && one.parentElement.innerText.includes('Deleted'))`;
    await page.click('.delete-thread');
    await expect.poll(() => marks('main'), LONG).toEqual([]);
    await page.evaluate(`${undo}.click()`);
    await expect.poll(() => marks('main'), LONG).toEqual([['seven', '1']]);
    expect((await conversation.threads()).children.length).toBe(1);
    await page.click('main .anchored');
    await expect.poll(inThread, LONG).toContain('There are seven of them.');
    await page.click('.delete-thread');
    await expect.poll(async () => (await conversation.threads()).children, LONG).toEqual([]);
    expect(await page.evaluate('document.querySelector(".below")')).toBe(null);
    await goTo(page, { view: 'chats' });
    expect(page.complaints).toEqual([]);
  });
});
