import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { chooseMore, findFaults, keepPicture, say, shown, StudioSite } from './studio-site.js';

const CHAT = { flow: 'assistant', channel: 'studio' };

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', tools: ['pay'], history: { summaries: false } })],
    tools: [
      defineTool({
        name: 'pay',
        description: 'Pays',
        input: z.object({ amount: z.number() }),
        approve: true,
        execute: ({ amount }) => Promise.resolve({ paid: amount }),
      }),
    ],
  });
}, 120_000);
afterAll(() => system?.stop());

describe('Studio', () => {
  test('an answer streamed to an open page -> Markdown that loads and runs nothing', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const rest = gated(
      '# Rome\n\n<script>document.title = "gone"</script>',
      '\n\n![a](http://127.0.0.1:9/x.png) **old**',
    );
    system.model.reply(rest);
    await say(page, 'Name a city');
    await rest.started;
    await expect.poll(() => shown(page)).toContain('Rome');
    expect(await page.evaluate('document.querySelector(".message.assistant").ariaBusy')).toBe('true');
    rest.release();
    await expect
      .poll(() => page.evaluate('document.querySelector(".markdown strong")?.textContent'))
      .toBe('old');
    await expect.poll(() => shown(page)).toContain('Why?');
    expect(await page.evaluate('document.querySelectorAll(".markdown img, .markdown script").length')).toBe(
      0,
    );
    expect(await page.evaluate('document.title')).not.toBe('gone');
    expect(page.complaints).toEqual([]);
  });

  test('a call that asks first, allowed by its button -> its result and the answer, also after a reload', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(toolCalls([{ name: 'pay', arguments: { amount: 5 } }]), text('Paid five.'));
    await say(page, 'Pay 5');
    await expect.poll(() => shown(page)).toContain('Allow this tool call?');
    await page.click('.approval .primary');
    await expect.poll(() => shown(page)).toContain('Paid five.');
    await expect.poll(() => shown(page)).toContain('Why?');
    const before = await shown(page);
    await page.evaluate('location.reload()');
    await expect.poll(() => shown(page)).toContain('Paid five.');
    await expect.poll(() => shown(page)).toBe(before);
    expect(page.complaints).toEqual([]);
  });

  test('another answer, and an edited question -> each replaces the first, which stays in its branch', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(text('Rome.'), text('Paris.'), text('Oslo.'));
    await say(page, 'Name a city');
    await expect.poll(() => shown(page)).toContain('Why?');
    await chooseMore(page, 'Regenerate');
    await expect.poll(() => shown(page)).toContain('Paris.');
    await expect.poll(() => shown(page)).toContain('Why?');
    expect(await shown(page)).not.toContain('Rome.');
    await page.click('.message.user .edit');
    await page.click('.edited textarea');
    await page.type(' of the north');
    await page.click('.edited .primary');
    await expect.poll(() => shown(page)).toContain('Oslo.');
    expect(await shown(page)).toContain('Name a city of the north');
    expect(await shown(page)).not.toContain('Paris.');
    const conversation = system.client.conversation({ ...CHAT, user: site.user });
    expect((await conversation.branches()).map(({ number }) => number)).toEqual([0, 1, 2]);
    await expect.poll(() => shown(page)).toContain('3 of 3');
    await page.click('.versions button:first-child');
    await expect.poll(() => shown(page)).toContain('Paris.');
    await expect.poll(() => shown(page)).toContain('2 of 3');
    await page.click('.versions button:first-child');
    await expect.poll(() => shown(page)).toContain('Rome.');
    expect((await conversation.branches()).find(({ isCurrent }) => isCurrent)?.number).toBe(0);
    await expect.poll(() => shown(page)).toContain('1 of 3');
    expect(await page.evaluate('document.querySelector(".versions button").disabled')).toBe(true);
    expect(page.complaints).toEqual([]);
  });

  test('a phrase that is selected -> a thread on it, beside; flattened and merged with the conversation', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(text('Hills: old. Rome is **old**, and has seven hills.'));
    await say(page, 'Name a city');
    await expect.poll(() => shown(page)).toContain('Start thread');
    await page.evaluate(`{
      const paragraph = [...document.querySelectorAll('.markdown p')].at(-1);
      const bold = paragraph.querySelector('strong').firstChild;
      const words = paragraph.lastChild;
      getSelection().setBaseAndExtent(bold, 0, words, words.data.indexOf('seven') + 'seven'.length);
    }`);
    await page.click('.open-thread');
    await expect
      .poll(() => page.evaluate('document.querySelector(".thread .quoted")?.innerText'))
      .toBe('old**, and has seven');
    const conversation = system.client.conversation({ ...CHAT, user: site.user });
    expect((await conversation.threads()).children).toEqual([]);
    const marked = '.chat-list [aria-current]:not(.below *)';
    expect(await page.evaluate(`document.querySelectorAll('${marked}').length`)).toBe(0);
    await expect.poll(() => page.evaluate('document.querySelector(".thread textarea") !== null')).toBe(true);
    system.model.reply(text('Palatine is one.'));
    await page.click('.thread textarea');
    await page.type('Name one');
    await page.press('Enter');
    const thread = () => page.evaluate<string>('document.querySelector(".thread .messages").innerText');
    await expect.poll(thread).toContain('Palatine is one.');
    expect(await shown(page)).not.toContain('Palatine');
    await expect
      .poll(() => conversation.threads())
      .toMatchObject({
        children: [{ anchor: { message: 2, text: 'old**, and has seven' }, messages: 2 }],
      });
    await expect
      .poll(() => page.evaluate('document.querySelector(".below a")?.innerText'), { timeout: 15_000 })
      .toContain('Name one');
    expect(await page.evaluate('document.querySelectorAll(".chat-list [aria-current]").length')).toBe(1);
    await page.click('.thread button.rename');
    await page.type('Hills of Rome');
    await page.press('Enter');
    for (const place of ['.thread-title h3', '.below a'])
      await expect
        .poll(() => page.evaluate(`document.querySelector('${place}')?.innerText`))
        .toBe('Hills of Rome');
    await page.click('.together button:first-child');
    await expect
      .poll(() =>
        page.evaluate('[...document.querySelectorAll(".together li")].map(({ innerText }) => innerText)'),
      )
      .toEqual([
        'user Name a city',
        'assistant Hills: old. Rome is **old**, and has seven hills.',
        'user Name one',
        'assistant Palatine is one.',
      ]);
    system.model.reply(text('# All of it'));
    await page.click('.together button:nth-of-type(2)');
    await expect
      .poll(() => page.evaluate('document.querySelector(".together h1")?.innerText'))
      .toBe('All of it');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'thread');
    expect(page.complaints).toEqual([]);
  });

  test('a message from a terminal, stopped here -> shown while it streams, in two tabs alike', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    await using tab = await site.openChat(CHAT);
    await page.click('textarea');
    await page.type('A draft');
    const rest = gated('Once upon ', 'a time.');
    system.model.reply(rest);
    const terminal = system.client.conversation({ ...CHAT, user: site.user });
    await terminal.submit('Tell me a story');
    await rest.started;
    for (const one of [page, tab])
      await expect.poll(() => shown(one), { timeout: 15_000 }).toContain('Once upon');
    await page.click('.composer .buttons button:nth-of-type(2)');
    for (const one of [page, tab]) await expect.poll(() => shown(one)).toContain('Stopped');
    expect(await page.evaluate('document.querySelector("textarea").value')).toBe('A draft');
    rest.release();
    expect(page.complaints).toEqual([]);
    expect(tab.complaints).toEqual([]);
  });

  test('a message from a terminal, without polling -> the list has it and the chat shows it while it streams', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openPage();
    await page.evaluate('void (setInterval = () => 0)');
    await expect.poll(() => page.evaluate('document.querySelector(".new-chat") !== null')).toBe(true);
    const titles = () => page.evaluate<string>('document.querySelector(".chat-list ul").innerText');
    const rest = gated('Once upon ', 'a time.');
    const more = gated('And they ', 'lived on.');
    system.model.reply(rest, more);
    const terminal = system.client.conversation({ ...CHAT, user: site.user });
    await terminal.submit('Tell me a story');
    await rest.started;
    await expect.poll(titles).toContain('Tell me a story');
    await page.click('.chat-list ul a');
    await expect.poll(() => shown(page)).toContain('Once upon');
    await terminal.submit('Go on');
    rest.release();
    await more.started;
    await expect.poll(() => shown(page)).toContain('And they');
    more.release();
    await expect.poll(() => shown(page)).toContain('And they lived on.');
    expect(page.complaints).toEqual([]);
  });

  test('why -> the window as a bar, each message and what was omitted; the executions, with their trees', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(text('Rome.'));
    await say(page, 'Name a city');
    await expect.poll(() => shown(page)).toContain('Why?');
    await page.click('.message.assistant footer a');
    await expect
      .poll(() => page.evaluate('document.querySelectorAll(".segments span").length'))
      .toBeGreaterThan(3);
    expect(await page.evaluate('document.querySelector(".why").innerText')).toContain('Name a city');
    system.model.reply(text('2,700 years.'));
    await say(page, 'How old is it?');
    await expect.poll(() => page.evaluate('document.querySelectorAll("footer a").length')).toBe(2);
    await page.evaluate('[...document.querySelectorAll("footer a")].at(-1).click()');
    await expect
      .poll(() => page.evaluate('document.querySelectorAll(".compared option").length'), { timeout: 15_000 })
      .toBe(2);
    await page.evaluate(`{
      const choice = document.querySelector('.compared select');
      choice.selectedIndex = 1;
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await expect
      .poll(() =>
        page.evaluate(
          '[...document.querySelectorAll(".compared tbody td:last-child")].map(({ innerText }) => innerText)',
        ),
      )
      .toEqual(expect.arrayContaining(['Rome.', 'How old is it?']));
    await page.click('.rail a[href="#/runs"]');
    await expect
      .poll(() => page.evaluate('document.querySelector("tbody").innerText'))
      .toContain('Completed');
    await page.click('tbody a');
    await expect.poll(() => page.evaluate('document.querySelector(".tree")?.innerText')).toContain('agent');
    expect(page.complaints).toEqual([]);
  });

  test('its files -> cached where their names change; no overflow; nothing from elsewhere allowed', async () => {
    await using site = await StudioSite.open(system);
    const root = await fetch(site.url, { redirect: 'manual' });
    expect([root.status, root.headers.get('location')]).toEqual([302, '/studio/']);
    const page = await fetch(`${site.url}/studio/`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const script = /\/studio\/assets\/[^"]+\.js/.exec(await page.text())?.[0] ?? '';
    expect((await fetch(site.url + script)).headers.get('cache-control')).toContain('immutable');
    for (const path of ['%2e%2e/package.json', '..%2fpackage.json', 'assets', 'main.tsx', '%00', '%ff'])
      expect((await fetch(`${site.url}/studio/${path}`)).status, path).toBe(404);
  });

  test.each(['light', 'dark'] as const)('every view in %s -> no serious finding of axe', async (scheme) => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    await page.prefer(scheme);
    system.model.reply(text('`Rome`\n\n```\ncode\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |'));
    await say(page, 'Name a city');
    await expect.poll(() => shown(page)).toContain('Why?');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'chat');
    await page.click('.message.assistant footer a');
    await expect
      .poll(() => page.evaluate('document.querySelectorAll(".segments span").length'))
      .toBeGreaterThan(3);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'why');
    await page.click('.rail a[href="#/runs"]');
    await expect.poll(() => page.evaluate('document.querySelectorAll("tbody tr").length')).toBe(1);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'work');
    await page.click('.rail nav a[href="#/health"]');
    await expect
      .poll(() => page.evaluate('document.querySelectorAll(".chart g:not([data-day])").length'))
      .toBe(48);
    expect(
      await page.evaluate('document.querySelectorAll(".chart rect[data-status=completed]").length'),
    ).toBe(1);
    expect(await page.evaluate('document.querySelector("main").innerText')).toContain('completed 1');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'health');
    expect(await page.evaluate('document.querySelectorAll("main input").length')).toBe(0);
  });
});
