import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { ASKING_FLOW, count, findFaults, goTo, read, StudioSite, tabTo } from './studio-site.js';

const LONG = { timeout: 20_000 };
const WHY = '.message.assistant footer a';
const PANEL = '.panel [role=separator]';

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', history: { summaries: false } }), ASKING_FLOW],
  });
}, 120_000);
afterAll(() => system?.stop());

describe('the studio without a mouse', () => {
  test('a chat: send, open Why, resize it, Escape -> the focus returns to the answer', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openPage({ width: 1440, height: 900 });
    await goTo(page, { view: 'chat', flow: 'assistant', channel: 'rome', why: undefined });
    await expect.poll(() => count(page, '.composer textarea'), LONG).toBe(1);
    await tabTo(page, '.composer textarea');
    await page.type('How old is Rome?');
    system.model.reply(text('Rome is old.'));
    await page.press('Enter');
    await expect.poll(() => count(page, '.message.assistant .more'), LONG).toBe(1);
    await expect.poll(() => read(page, '.messages'), LONG).toContain('Rome is old.');
    await tabTo(page, WHY, { shift: true });
    await page.press('Enter');
    await expect.poll(() => count(page, PANEL), LONG).toBe(1);
    await tabTo(page, PANEL);
    const width = () => page.evaluate<number>(`Number(document.querySelector('${PANEL}').ariaValueNow)`);
    const before = await width();
    await page.press('ArrowLeft');
    await expect.poll(width, LONG).toBe(before + 32);
    await page.press('ArrowRight');
    await expect.poll(width, LONG).toBe(before);
    await page.press('Escape');
    await expect.poll(() => count(page, PANEL), LONG).toBe(0);
    await expectFocus(page, WHY);
    expect(page.complaints).toEqual([]);
  });

  test('a sentence of an answer, chosen by keys -> a thread on it; searched, a hit without marks, and the same title', async () => {
    await using site = await StudioSite.open(system);
    system.model.reply(text('Rome is **old**. It has `seven` hills.'));
    await system.client.conversation({ flow: 'assistant', user: site.user, channel: 'hills' }).ask('Rome?');
    await using page = await site.openChat({ flow: 'assistant', channel: 'hills' });
    await expect.poll(() => count(page, '.more'), LONG).toBe(1);
    await tabTo(page, '.more', { shift: true });
    await page.press('Enter');
    await chooseItem(page, 'Start thread on a sentence');
    await expectFocus(page, '.sentences input:checked');
    const sentences = '[...document.querySelectorAll(".sentences label")].map(({ innerText }) => innerText)';
    expect(await page.evaluate(sentences)).toEqual(['Rome is old.', 'It has seven hills.']);
    expect(await findFaults(page)).toEqual([]);
    await page.press('ArrowDown');
    await page.press('Enter');
    await expect.poll(() => read(page, '.anchor .quoted'), LONG).toBe('It has `seven` hills.');
    await page.press('Escape');
    await tabTo(page, '[type=search]', { shift: true });
    await page.type('seven');
    await expect.poll(() => read(page, '.excerpt'), LONG).toBe('Rome is old. It has seven hills.');
    expect(await read(page, '.excerpt mark')).toBe('seven');
    expect(await read(page, '.chat-header h2')).toBe('Rome?');
    expect(page.complaints).toEqual([]);
  });

  test('two approvals, approved -> the focus moves to the next one, then to the content', async () => {
    await using site = await StudioSite.open(system);
    const start = () => system.client.executions.start({ flow: 'asking', text: 'Hi', user: site.user });
    const runs = [await start(), await start()];
    await expect.poll(() => system.client.executions.waiting({ user: site.user }), LONG).toHaveLength(2);
    await using page = await site.openPage();
    await goTo(page, { view: 'approvals' });
    await expect.poll(() => count(page, '.approvals li'), LONG).toBe(2);
    await tabTo(page, '.approvals .primary');
    await page.press('Enter');
    await expect.poll(() => count(page, '.approvals li'), LONG).toBe(1);
    await expectFocus(page, '.approvals *');
    await tabTo(page, '.approvals .primary');
    await page.press('Enter');
    await expect.poll(() => count(page, '.approvals li'), LONG).toBe(0);
    await expectFocus(page, '#content');
    for (const { result } of runs) expect(await result()).toBe('Done');
    expect(page.complaints).toEqual([]);
  });

  test('chats: rename, pin, delete, undo -> done, and the focus stays in the list', async () => {
    await using site = await StudioSite.open(system);
    for (const channel of ['one', 'two', 'three']) {
      system.model.reply(text('Yes.'));
      await system.client
        .conversation({ flow: 'assistant', user: site.user, channel })
        .ask(`Question ${channel}`);
    }
    await using page = await site.openPage();
    const titles = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('.chat-actions')].map(({ ariaLabel }) => ariaLabel.replace('Actions for ', ''))`,
      );
    await expect.poll(titles, LONG).toEqual(['Question three', 'Question two', 'Question one']);
    const open = async (title: string, item: string): Promise<void> => {
      await page.evaluate('document.activeElement.blur()');
      await tabTo(page, `.chat-actions[aria-label="Actions for ${title}"]`);
      await page.press('Enter');
      await chooseItem(page, item);
    };
    await open('Question two', 'Rename');
    await expectFocus(page, '.rename input');
    await page.press('Control+A');
    await page.type('Second');
    await page.press('Enter');
    await expect.poll(titles, LONG).toEqual(['Question three', 'Second', 'Question one']);
    await expectFocus(page, '.listed-chat *');
    await open('Question one', 'Pin');
    await expect.poll(titles, LONG).toEqual(['Question one', 'Question three', 'Second']);
    await expectFocus(page, '.listed-chat *');
    await open('Question three', 'Delete');
    await expect.poll(titles, LONG).toEqual(['Question one', 'Second']);
    await expectFocus(page, 'nav *, aside *, section *');
    await page.press('F6');
    await tabTo(page, '[data-type=done] button');
    await page.press('Enter');
    await expect.poll(titles, LONG).toEqual(['Question one', 'Question three', 'Second']);
    expect(page.complaints).toEqual([]);
  });

  test('commands: opened, left, and one chosen -> the focus returns, then the view opens', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openPage();
    await expect.poll(() => count(page, '.rail'), LONG).toBe(1);
    await tabTo(page, '.rail a[href="#/approvals"]');
    await page.press('Control+K');
    await expectFocus(page, '[role=dialog] input');
    await page.press('Escape');
    await expectFocus(page, '.rail a[href="#/approvals"]');
    await page.press('Control+K');
    await expectFocus(page, '[role=dialog] input');
    await page.type('health');
    await expect.poll(() => read(page, '[role=option][data-highlighted]'), LONG).toContain('Go to Health');
    await page.press('Enter');
    await expect.poll(() => page.evaluate('location.hash'), LONG).toBe('#/health');
    await expect.poll(() => count(page, '[role=dialog]'), LONG).toBe(0);
    expect(page.complaints).toEqual([]);
  });
});

async function chooseItem(page: BrowserPage, name: string): Promise<void> {
  const highlighted = `document.querySelector('[role=menuitem][data-highlighted]')?.innerText`;
  await expect.poll(() => page.evaluate(highlighted), LONG).toBeDefined();
  for (let presses = 0; presses < 12; presses += 1) {
    if ((await page.evaluate(highlighted)) === name) return page.press('Enter');
    await page.press('ArrowDown');
  }
  throw new Error(`The menu has no item '${name}'`);
}

async function expectFocus(page: BrowserPage, selector: string): Promise<void> {
  const focus = `document.activeElement.matches(${JSON.stringify(selector)}) ? '' : document.activeElement.outerHTML.slice(0, 300)`;
  await expect.poll(() => page.evaluate<string>(focus), LONG).toBe('');
}
