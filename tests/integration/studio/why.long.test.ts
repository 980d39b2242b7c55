import { beforeAll, describe, expect, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { useSummarySystem, SUMMARY } from '../summaries/fixtures/summary-harness.js';
import { findFaults, goTo, keepPicture, StudioSite } from './studio-site.js';

const CHAT = { flow: 'chat', channel: 'why' };

const harness = useSummarySystem();
beforeAll(() => buildStudio(), 120_000);

describe('Studio', () => {
  test('why, of a call with a summary and passages -> the messages after both, and the way to them', async () => {
    await using site = await StudioSite.open(harness.system);
    const conversation = harness.system.client.conversation({ ...CHAT, user: site.user });
    await harness.talk(conversation, 2);
    await harness.settled(conversation);
    const { turnId } = await conversation.ask('Was the river far from the meadow?');
    await using page = await site.openChat(CHAT);
    const why = turnWorkflowId(conversation.workflowId, turnId);
    await goTo(page, { view: 'chat', ...CHAT, why });
    const summary = 'document.querySelector("[data-from=summary]")';
    await expect.poll(() => page.evaluate(`${summary}?.innerText`)).toContain(SUMMARY);
    await page.click('[data-from=summary] .behind summary');
    await expect
      .poll(() => page.evaluate(`[...${summary}.querySelectorAll('li')].map(({ innerText }) => innerText)`))
      .toEqual(
        ['river', 'meadow'].flatMap((subject) => [
          `user tell me of the ${subject}`,
          `assistant answer to tell me of the ${subject}`,
        ]),
      );
    await keepPicture(page, 'summary');
    await page.click('[data-from=summary] li:nth-of-type(3) a');
    const place = 'document.querySelector(".message[aria-current]")?.innerText';
    await expect.poll(() => page.evaluate(place)).toContain('tell me of the meadow');
    const last = (selector: string) =>
      page.evaluate(`[...document.querySelectorAll('.call')].at(-1).querySelector('${selector}')?.innerText`);
    await expect.poll(() => last('summary b')).toBe('Answer');
    await expect.poll(() => last('.call-result:has(+ .what-if) pre')).toContain('answer to');
    const slide = (step: number) => `{
      const slider = document.querySelector('.what-if input[type=range]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(slider, '${step}');
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }`;
    const calls = harness.system.model.requests.length;
    const planned = (selector: string) =>
      page.evaluate(`document.querySelector('.what-if ${selector}')?.innerText`);
    for (let step = 30; step >= 20; step -= 1) await page.evaluate(slide(step));
    await expect.poll(() => planned('[data-verdict=ready]')).toContain('would be sent');
    expect(await planned('.window-bar figcaption')).toContain('of 32,000 tokens');
    await page.evaluate('document.querySelector(".what-if").scrollIntoView()');
    await keepPicture(page, 'what-if');
    await page.evaluate(slide(0));
    await expect.poll(() => planned('.window-bar figcaption')).toContain('of 1,000 tokens');
    await page.click('.what-if button');
    await expect.poll(() => planned('[data-verdict]')).toBeUndefined();
    expect(harness.system.model.requests).toHaveLength(calls);
    expect(await findFaults(page)).toEqual([]);
    await page.click('[data-from=passage] a');
    await expect.poll(() => page.evaluate(place)).toContain('river');
    expect(page.complaints).toEqual([]);
  });
});
