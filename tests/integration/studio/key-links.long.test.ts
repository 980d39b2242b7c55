import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { BrowserPage } from '../trajectory/browser.js';
import { findFaults, goTo, say, StudioSite } from './studio-site.js';

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), { flows: [agentFlow({ slug: 'assistant' })] });
}, 120_000);
afterAll(() => system?.stop());

const words = (page: BrowserPage): Promise<string> => page.evaluate('document.body.innerText');
const whoAmI = (page: BrowserPage): Promise<string | undefined> =>
  page.evaluate(`fetch('/api/v1/me', { headers: { authorization: 'Bearer ' + localStorage.getItem('threadline-key') } })
    .then((response) => response.json()).then(({ user }) => user)`);

describe('a link with a key', () => {
  test("another user's key -> names both users, and switches only on confirmation", async () => {
    const eve = `${system.newUser()}\u202e`;
    await using site = await StudioSite.open(system, { others: { 'key-of-eve': eve } });
    await using page = await site.openPage();
    await expect.poll(() => words(page)).toContain('Ask a question to start.');
    await site.openLink(page, 'key-of-eve');
    await expect.poll(() => words(page)).toContain('Switch user?');
    expect(await words(page)).toContain(`You are signed in as '${site.user}'`);
    expect(await words(page)).toContain(`a key for '${eve.replace('\u202e', '\\u202e')}'`);
    expect(await page.evaluate('location.href')).not.toContain('key-of-eve');
    expect(await findFaults(page)).toEqual([]);
    await page.press('Enter');
    await expect.poll(() => words(page)).toContain('Ask a question to start.');
    expect(await whoAmI(page)).toBe(site.user);
    await page.goto(`${site.url}/healthz`);
    await site.openLink(page, 'key-of-eve');
    await page.click('text=Switch to');
    await expect.poll(() => whoAmI(page)).toBe(eve);
    await expect.poll(() => words(page)).toContain('Ask a question to start.');
  });

  test("the user switched, then logged out in another tab -> the first tab follows, and shows and sends nothing of the other user's", async () => {
    const eve = system.newUser();
    await using site = await StudioSite.open(system, { others: { 'key-of-eve': eve } });
    system.model.reply(text('Tulips.'));
    await system.client.conversation({ flow: 'assistant', user: site.user }).ask('Name a flower');
    await using page = await site.openPage();
    await expect.poll(() => words(page)).toContain('Name a flower');
    const tab = await page.openTab();
    await site.openLink(tab, 'key-of-eve');
    await tab.click('text=Switch to');
    await expect.poll(() => whoAmI(tab)).toBe(eve);
    await expect.poll(() => words(page)).toContain('No chats yet');
    expect(await words(page)).not.toContain('Name a flower');
    await tab.evaluate(`localStorage.removeItem('threadline-key')`);
    await expect.poll(() => words(page)).toContain('Enter a key');
    expect(page.exceptions).toEqual([]);
  });

  test.each(['nobody', '%', '%E2%82%AC'])(
    "'%s', which the gateway rejects -> the stored key stays",
    async (key) => {
      await using site = await StudioSite.open(system);
      await using page = await site.openPage();
      await expect.poll(() => words(page)).toContain('Ask a question to start.');
      await site.openLink(page, key);
      await expect.poll(() => words(page)).toContain(`You are still signed in as '${site.user}'`);
      expect(await whoAmI(page)).toBe(site.user);
      await page.click('text=Continue');
      await expect.poll(() => words(page)).toContain('Ask a question to start.');
      expect(page.exceptions).toEqual([]);
    },
  );

  test('a rejected key, in a browser without one -> is not stored, and the page asks for another', async () => {
    await using site = await StudioSite.open(system);
    await using page = await BrowserPage.open();
    await site.openLink(page, 'nobody');
    await expect.poll(() => words(page)).toContain('The gateway rejected this key.');
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  test('a key that expires while the page is open -> a form with one sentence; a new key continues, or a log-out forgets it', async () => {
    const others: Record<string, string> = { short: system.newUser(), next: system.newUser() };
    await using site = await StudioSite.open(system, { others });
    await using page = await BrowserPage.open();
    await site.openLink(page, 'short');
    await expect.poll(() => words(page)).toContain('Ask a question to start.');
    const sentence = 'Your key is wrong or has expired. Enter a new one, or log out.';
    delete others['short'];
    await goTo(page, { view: 'approvals' });
    await expect.poll(() => words(page)).toContain(sentence);
    expect(await findFaults(page)).toEqual([]);
    await page.click('.key-form input');
    await page.type('next');
    await page.press('Enter');
    await expect.poll(() => words(page)).toContain('No approvals are waiting for you.');
    expect(await whoAmI(page)).toBe(others['next']);
    delete others['next'];
    await page.evaluate('location.reload()');
    await expect.poll(() => words(page)).toContain(sentence);
    await page.click('.log-out');
    await expect.poll(() => words(page)).not.toContain(sentence);
    expect(await words(page)).toContain('Enter a key');
    expect(await page.evaluate('localStorage.getItem("threadline-key")')).toBeNull();
    expect(page.exceptions).toEqual([]);
  });

  test("in a model's text -> the link has no key", async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat({ flow: 'assistant', channel: 'links' });
    const address = `${site.url}/studio/#key=stolen`;
    system.model.reply(text(`[a](${address}) [b](#key=stolen) ![c](${address}) ${address} [d](#/runs)`));
    await say(page, 'Where do I sign in?');
    const links = 'JSON.stringify([...document.querySelectorAll(".markdown a")].map(({ hash }) => hash))';
    await expect.poll(() => page.evaluate(links)).toBe('["","","","","#/runs"]');
  });
});
