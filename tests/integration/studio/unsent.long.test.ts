import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { ANSWER_CONTINUES } from '../../../protocol/answer-continues.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { findFaults, goTo, read, say, shown, StudioSite } from './studio-site.js';

const CHAT = { flow: 'assistant', channel: 'unsent' };
const LONG = { timeout: 20_000 };
const LIMIT = 'You reached a limit. Wait for a running answer to end. Not sent';

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'assistant', history: { summaries: false } })],
    userLimits: { turns: 1 },
  });
}, 120_000);
afterAll(() => system?.stop());

function queued(page: BrowserPage): Promise<string[]> {
  return page.evaluate(
    `[...document.querySelectorAll('.queue li')].map(({ innerText }) => innerText.replace(/\\s+/g, ' '))`,
  );
}

async function reachLimit(user: string) {
  const running = gated('', 'Elsewhere.');
  system.model.reply(running);
  const other = system.client.conversation({ flow: 'assistant', channel: 'other', user });
  const answer = other.ask('Hi');
  await running.started;
  return async () => {
    running.release();
    await answer;
  };
}

describe('Studio', () => {
  test('the user reached a limit -> the message is kept unsent with the reason; Retry sends it with its file', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const release = await reachLimit(site.user);
    await page.giveFile('textarea', { by: 'drop', name: 'a.txt', text: 'The code is 1.' });
    await expect.poll(() => page.evaluate('document.querySelectorAll(".files li").length')).toBe(1);
    await say(page, 'Go on');
    await expect.poll(() => queued(page), LONG).toEqual([`Go on a.txt ${LIMIT}`]);
    expect(await shown(page)).not.toContain('Go on');
    expect(await findFaults(page)).toEqual([]);
    await release();
    system.model.reply(text('Three.'));
    await page.click('.queue [aria-label="Retry"]');
    await expect.poll(() => shown(page), LONG).toMatch(/Go on[^]*Three\.[^]*Why\?/);
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('The code is 1.');
    expect(await queued(page)).toEqual([]);
    expect(page.exceptions).toEqual([]);
  });

  test('an edit reaches the limit -> the answer stays, the edit is kept unsent; Retry sends it, with the file of the message', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    await page.giveFile('textarea', { by: 'drop', name: 'a.txt', text: 'The code is 1.' });
    await expect.poll(() => page.evaluate('document.querySelectorAll(".files li").length')).toBe(1);
    system.model.reply(text('Rome.'));
    await say(page, 'Name a city');
    await expect.poll(() => shown(page), LONG).toContain('Why?');
    await page.evaluate('location.reload()');
    await expect.poll(() => shown(page), LONG).toContain('Why?');
    const release = await reachLimit(site.user);
    await page.click('.message.user .edit');
    await page.click('.edited textarea');
    await page.type(' in France');
    await page.click('.edited .primary');
    await expect.poll(() => queued(page), LONG).toEqual([`Name a city in France a.txt ${LIMIT}`]);
    await expect.poll(() => shown(page), LONG).toMatch(/Name a city\n[^]*Rome\./);
    await release();
    system.model.reply(text('Lyon.'));
    await page.click('.queue [aria-label="Retry"]');
    await expect.poll(() => shown(page), LONG).toMatch(/Name a city in France[^]*Lyon\.[^]*Why\?/);
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('The code is 1.');
    expect(await queued(page)).toEqual([]);
    expect(page.exceptions).toEqual([]);
  });

  test('a link to an earlier message is followed after a rejection -> the message stays unsent', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(text('Rome.'));
    await say(page, 'Name a city');
    await expect.poll(() => shown(page), LONG).toContain('Why?');
    const release = await reachLimit(site.user);
    await say(page, 'Go on');
    await expect.poll(() => queued(page), LONG).toEqual([`Go on ${LIMIT}`]);
    await goTo(page, { view: 'chat', ...CHAT, why: undefined, at: 1 });
    await expect.poll(() => read(page, '.message[aria-current]'), LONG).toContain('Name a city');
    await expect.poll(() => queued(page), LONG).toEqual([`Go on ${LIMIT}`]);
    await release();
    system.model.reply(text('Three.'));
    await page.click('.queue [aria-label="Retry"]');
    await expect.poll(() => shown(page), LONG).toMatch(/Go on[^]*Three\.[^]*Why\?/);
    expect(await queued(page)).toEqual([]);
    expect(page.exceptions).toEqual([]);
  });

  test("a proxy's 502 -> reconnects and sends the message, as after a lost connection", async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    await page.evaluate(`{
      const send = window.fetch;
      window.fetch = async (url, init) => {
        if (init?.method !== 'POST') return send(url, init);
        window.fetch = send;
        return new Response('<html>Bad Gateway</html>', { status: 502 });
      };
    }`);
    system.model.reply(text('Three.'));
    await say(page, 'Go on');
    await expect
      .poll(() => page.evaluate('document.querySelector("[role=status].hint")?.innerText'), LONG)
      .toBe('Reconnecting…');
    await expect.poll(() => shown(page), LONG).toMatch(/Go on[^]*Three\.[^]*Why\?/);
    expect(await page.evaluate('document.body.innerText')).not.toContain('Bad Gateway');
    expect(page.complaints).toEqual([]);
  });

  test('the stream ends because the store is lost -> reconnects and shows the answer', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    const lost = { type: 'error', errorText: ANSWER_CONTINUES };
    await page.evaluate(`{
      const send = window.fetch;
      window.fetch = async (url, init) => {
        const response = await send(url, init);
        if (init?.method !== 'POST') return response;
        window.fetch = send;
        await response.body.cancel();
        return new Response(${JSON.stringify(`data: ${JSON.stringify(lost)}\n\ndata: [DONE]\n\n`)});
      };
    }`);
    system.model.reply(text('Three.'));
    await say(page, 'Go on');
    await expect
      .poll(() => page.evaluate('document.querySelector("[role=status].hint")?.innerText'), LONG)
      .toBe('Reconnecting…');
    await expect.poll(() => shown(page), LONG).toMatch(/Go on[^]*Three\.[^]*Why\?/);
    expect(await page.evaluate('document.body.innerText')).not.toContain('reload the chat');
    expect(page.complaints).toEqual([]);
  });

  test('the first message of a thread is rejected -> kept unsent with the reason; Retry sends it and opens the thread', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat(CHAT);
    system.model.reply(text('Rome.'));
    await say(page, 'Name a city');
    await expect.poll(() => shown(page), LONG).toContain('Why?');
    const release = await reachLimit(site.user);
    await page.click('main .open-thread');
    await page.click('.thread textarea');
    await page.type('How old?');
    await page.press('Enter');
    await expect.poll(() => queued(page), LONG).toEqual([`How old? ${LIMIT}`]);
    await release();
    system.model.reply(text('Very old.'));
    await page.click('.queue [aria-label="Retry"]');
    const inThread = () => page.evaluate('document.querySelector(".thread .messages")?.innerText');
    await expect.poll(inThread, LONG).toMatch(/How old\?[^]*Very old\./);
    expect(await queued(page)).toEqual([]);
    expect(page.exceptions).toEqual([]);
  });
});
