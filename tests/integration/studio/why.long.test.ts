import { beforeAll, describe, expect, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { useSummarySystem, SUMMARY } from '../summaries/fixtures/summary-harness.js';
import { goTo, StudioSite } from './studio-site.js';

const CHAT = { flow: 'chat', channel: 'why' };

const harness = useSummarySystem();
beforeAll(() => buildStudio(), 120_000);

describe('Studio', () => {
  test('why, of a call with a summary and passages -> the messages behind both, and the way to them', async () => {
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
    await page.click('[data-from=summary] li:nth-of-type(3) a');
    const place = 'document.querySelector(".message[aria-current]")?.innerText';
    await expect.poll(() => page.evaluate(place)).toContain('tell me of the meadow');
    // The reasons stay beside the chat.
    await page.click('[data-from=passage] a');
    await expect.poll(() => page.evaluate(place)).toContain('river');
    expect(page.complaints).toEqual([]);
  });
});
