import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { clickButton, findFaults, keepPicture, say, shown, StudioSite } from './studio-site.js';

const CHAT = { flow: 'assistant', channel: 'queue' };
const LONG = { timeout: 20_000 };
let letGo = (): void => undefined;

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', tools: ['look'], history: { summaries: false } })],
    tools: [
      defineTool({
        name: 'look',
        description: 'Looks something up',
        input: z.object({ about: z.string() }),
        execute: ({ about }) => new Promise((done) => (letGo = () => done({ about }))),
      }),
    ],
  });
}, 120_000);
afterAll(() => system?.stop());

function queued(page: BrowserPage): Promise<string[]> {
  return page.evaluate(
    `[...document.querySelectorAll('.queue li')].map(({ innerText }) => innerText.replace(/\\s+/g, ' '))`,
  );
}

async function choose(page: BrowserPage, mode: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate('[...document.querySelectorAll("[role=menuitem]")].map((one) => one.innerText)'),
    )
    .toContain(mode);
  await page.evaluate(
    `[...document.querySelectorAll('[role=menuitem]')].find((one) => one.innerText === '${mode}').click()`,
  );
}

describe('Studio', () => {
  test('sent during an answer, then added to it by its menu -> queued at once, joins, is part of the same answer', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(toolCalls([{ name: 'look', arguments: { about: 'Rome' } }]), text('Two, three.'));
    await say(page, 'Count');
    await expect.poll(() => shown(page), LONG).toContain('look');
    await say(page, 'And one more');
    expect(await page.evaluate('document.querySelector("textarea").value')).toBe('');
    await expect.poll(() => queued(page), LONG).toEqual(['And one more 1 message ahead']);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'queue');
    await page.evaluate('location.reload()');
    await expect.poll(() => queued(page), LONG).toEqual(['And one more 1 message ahead']);
    await page.click('.queue [aria-label="More actions"]');
    await choose(page, 'Add to answer');
    await expect.poll(() => queued(page), LONG).toEqual(['And one more Joins this answer']);
    letGo();
    await expect.poll(() => shown(page), LONG).toMatch(/And one more[^]*Two, three\.[^]*Why\?/);
    await expect.poll(() => queued(page), LONG).toEqual([]);
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('And one more');
    expect(await system.client.executions.list({ user: site.user })).toHaveLength(1);
    expect(await page.evaluate('document.querySelector(".composer .primary").innerText')).toBe('Send');
    expect(page.complaints).toEqual([]);
  });

  test('added to the answer by its menu, but the request or its response is lost -> the list shows what happened, and choosing again adds it once', async () => {
    await using site = await StudioSite.open(system);
    for (const isReceived of [false, true]) {
      await using page = await site.openChat({ ...CHAT, channel: `lost ${isReceived}` });
      system.model.reply(toolCalls([{ name: 'look', arguments: { about: 'Rome' } }]), text('Two, three.'));
      await say(page, 'Count');
      await expect.poll(() => shown(page), LONG).toContain('look');
      await say(page, 'And one more');
      await expect.poll(() => queued(page), LONG).toEqual(['And one more 1 message ahead']);
      await page.evaluate(`{
        const send = window.fetch;
        window.fetch = async (url, init) => {
          if (init?.method !== 'PATCH') return send(url, init);
          window.fetch = send;
          if (${isReceived}) await send(url, init);
          throw new TypeError('Lost');
        };
      }`);
      await page.click('.queue [aria-label="More actions"]');
      await choose(page, 'Add to answer');
      await expect.poll(() => page.evaluate('document.body.innerText'), LONG).toContain('Lost');
      if (!isReceived) {
        expect(await queued(page)).toEqual(['And one more 1 message ahead']);
        await page.click('.queue [aria-label="More actions"]');
        await choose(page, 'Add to answer');
      }
      await expect.poll(() => queued(page), LONG).toEqual(['And one more Joins this answer']);
      letGo();
      await expect.poll(() => shown(page), LONG).toMatch(/And one more[^]*Two, three\.[^]*Why\?/);
      await expect.poll(() => queued(page), LONG).toEqual([]);
      expect(page.complaints).toEqual([]);
    }
    expect(await system.client.executions.list({ user: site.user })).toHaveLength(2);
  });

  test('a queued message edited, saved with Enter, canceled with Escape -> the saved text is answered', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat({ ...CHAT, channel: 'edited' });
    const first = gated('One ', 'two.');
    system.model.reply(first, text('Five.'));
    await say(page, 'Count');
    await first.started;
    await say(page, 'Go on');
    await expect.poll(() => queued(page), LONG).toEqual(['Go on 1 message ahead']);
    const edit = async (words: string) => {
      await page.click('.queue [aria-label="More actions"]');
      await choose(page, 'Edit');
      await expect
        .poll(() => page.evaluate('document.activeElement.closest(".queue textarea")?.value'))
        .toMatch('Go on');
      await page.type(words);
    };
    await edit(' to four');
    await page.press('Enter');
    await expect.poll(() => queued(page), LONG).toEqual(['Go on to four 1 message ahead']);
    await edit(' or five');
    await page.press('Escape');
    await expect.poll(() => queued(page)).toEqual(['Go on to four 1 message ahead']);
    await edit(', please');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'queue-edited');
    first.release();
    await expect.poll(() => shown(page), LONG).toMatch(/One two\.[^]*Go on to four[^]*Five\./);
    await page.press('Enter');
    await expect.poll(() => page.evaluate('document.body.innerText'), LONG).toContain('has already');
    expect(await page.evaluate('document.querySelector(".queue textarea").value')).toBe(
      'Go on to four, please',
    );
    await page.press('Escape');
    await expect.poll(() => queued(page)).toEqual([]);
  });

  test('two sent during an answer, one withdrawn, undone, withdrawn again -> the other is answered; withdrawn after a reload, too', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const first = gated('One ', 'two.');
    system.model.reply(first);
    await say(page, 'Count');
    await first.started;
    await say(page, 'Forget this');
    await expect.poll(() => queued(page), LONG).toEqual(['Forget this 1 message ahead']);
    await say(page, 'Go on');
    await expect
      .poll(() => queued(page), LONG)
      .toEqual(['Forget this 1 message ahead', 'Go on 2 messages ahead']);
    await page.resize(375, 800);
    const widths = `['.queue li', '.queue li > div'].map((one) => document.querySelector(one).clientWidth)`;
    const [row, words] = await page.evaluate<[number, number]>(widths);
    expect(row - words).toBeLessThan(50);
    await page.resize(1280, 900);
    await page.click('.queue .withdraw');
    await expect.poll(() => queued(page), LONG).toEqual(['Go on 1 message ahead']);
    await clickButton(page, 'Undo');
    await expect
      .poll(() => queued(page), LONG)
      .toEqual(['Go on 1 message ahead', 'Forget this 2 messages ahead']);
    await page.click('.queue li:last-child .withdraw');
    await expect.poll(() => queued(page), LONG).toEqual(['Go on 1 message ahead']);
    system.model.reply(text('Three, four.'));
    first.release();
    await expect.poll(() => shown(page), LONG).toMatch(/One two\.[^]*Go on[^]*Three, four\.[^]*Why\?/);
    expect(await queued(page)).toEqual([]);
    await page.evaluate('location.reload()');
    await expect.poll(() => shown(page), LONG).toMatch(/Three, four\./);
    await expect
      .poll(() => page.evaluate('document.querySelector(".message:has(.withdrawn)")?.innerText'), LONG)
      .toMatch(/Forget this[^]*Withdrawn/);
    system.model.reply(text('Five.'));
    await say(page, 'On');
    await expect.poll(() => shown(page), LONG).toContain('Five.');
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).not.toContain('Forget this');
    expect(page.complaints).toEqual([]);
  });

  test('the queue loads more slowly than it is polled -> a message from elsewhere is listed', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat({ ...CHAT, channel: 'slow' });
    const first = gated('One ', 'two.');
    system.model.reply(first, text('Three.'));
    await say(page, 'Count');
    await first.started;
    await page.evaluate(`{
      const send = window.fetch;
      window.fetch = async (url, init) => {
        if (String(url).includes('/queue')) await new Promise((done) => setTimeout(done, 3_000));
        return send(url, init);
      };
    }`);
    const chat = system.client.conversation({ ...CHAT, channel: 'slow', user: site.user });
    await chat.submit('From elsewhere');
    await expect.poll(() => queued(page), LONG).toEqual(['From elsewhere 1 message ahead']);
    first.release();
    await expect.poll(() => shown(page), LONG).toMatch(/From elsewhere[^]*Three\./);
    expect(page.complaints).toEqual([]);
  });

  test('sent with stop during an answer -> the answer is stopped, and the message is answered next', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const first = gated('One ', 'two.');
    system.model.reply(first, text('Noon.'));
    await say(page, 'Count');
    await first.started;
    await expect.poll(() => shown(page), LONG).toContain('One');
    await page.click('textarea');
    await page.type('The time, please');
    await page.click('.composer .when');
    await choose(page, 'Stop and send now');
    await expect
      .poll(() => shown(page), LONG)
      .toMatch(/One[^]*Stopped[^]*The time, please[^]*Noon\.[^]*Why\?/);
    first.release();
    expect(await queued(page)).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  test('a message while the gateway is down -> unsent, then sent with its file once the gateway is back', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const first = gated('One ', 'two.');
    system.model.reply(first, text('Three.'));
    await say(page, 'Count');
    await first.started;
    await expect.poll(() => shown(page), LONG).toContain('One');
    await site.stop();
    await page.giveFile('textarea', { by: 'drop', name: 'a.txt', text: 'The code is 1.' });
    await expect.poll(() => page.evaluate('document.querySelectorAll(".files li").length')).toBe(1);
    await say(page, 'Go on');
    await expect.poll(() => queued(page), LONG).toEqual(['Go on a.txt Connection lost. Not sent']);
    first.release();
    await site.start();
    await expect
      .poll(() => shown(page), { timeout: 30_000 })
      .toMatch(/One two\.[^]*Go on[^]*Three\.[^]*Why\?/);
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('The code is 1.');
    expect(await queued(page)).toEqual([]);
    expect(page.exceptions).toEqual([]);
  });
});
