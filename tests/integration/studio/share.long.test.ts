import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { BrowserPage } from '../trajectory/browser.js';
import { choose, findFaults, keepPicture, StudioSite } from './studio-site.js';

const LONG = { timeout: 20_000 };
const CHAT = { flow: 'assistant', channel: 'rome' };

let system: TestSystem;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), { flows: [agentFlow({ slug: 'assistant' })] });
}, 120_000);
afterAll(() => system?.stop());

const words = (page: BrowserPage, selector: string) =>
  page.evaluate<string>(`document.querySelector('${selector}')?.innerText ?? ''`);

describe('a link to a chat, in the studio', () => {
  test('created -> opens without a key, with the messages so far; revoked -> no longer opens', async () => {
    await using site = await StudioSite.open(system);
    const chat = system.client.conversation({ ...CHAT, user: site.user });
    for (let turn = 1; turn <= 30; turn += 1) {
      system.model.reply(text(`Answer **${turn}**`));
      await chat.ask(turn === 1 ? 'Rome' : `Question ${turn}`);
    }
    await using page = await site.openChat(CHAT);
    await choose(page, '[aria-label="Actions for Rome"]', 'Share link');
    await expect.poll(() => words(page, '.share'), LONG).toContain('No links yet');
    await page.click('.create-link');
    const address = 'document.querySelector(".share input")?.value ?? ""';
    await expect.poll(() => page.evaluate(address), LONG).toContain('#/shared/tls_');
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'share-dialog');
    system.model.reply(text('A later answer'));
    await chat.ask('A later question');

    const link = await page.evaluate<string>(address);
    await using other = await BrowserPage.open();
    await other.goto(link);
    await expect.poll(() => words(other, '.shared'), LONG).toContain('Answer 30');
    expect(await words(other, '.shared')).not.toContain('later');
    expect(await words(other, '.shared')).not.toContain('Answer 5\n');
    expect(await other.evaluate('document.querySelectorAll(".shared strong").length')).toBe(25);
    expect(await findFaults(other)).toEqual([]);
    await keepPicture(other, 'shared-chat');
    await other.click('.older');
    await expect
      .poll(() => other.evaluate('document.querySelectorAll(".shared article").length'), LONG)
      .toBe(60);
    expect(await words(other, '.shared article')).toContain('Rome');
    expect(await other.evaluate('document.querySelector(".rail, nav, textarea")')).toBe(null);
    expect(await other.evaluate('localStorage.getItem("threadline-key")')).toBe(null);

    await page.click('.revoke-link');
    await expect.poll(() => words(page, '.share'), LONG).toContain('No links yet');
    await other.goto('about:blank');
    await other.goto(link);
    await expect.poll(() => words(other, 'body'), LONG).toContain('This link does not work');
    expect(await chat.sharedLinks()).toEqual([]);
    expect(page.complaints).toEqual([]);
    expect(other.complaints).toEqual([expect.stringContaining('401')]);
  });
});
