import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { conversationWorkflowId } from '../../../protocol/ids.js';
import { importConversation } from '../../../store/conversation/import-conversation.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { isLongRun } from '../../setup/is-long-run.js';
import { findFaults, goTo, keepPicture, shown, StudioSite } from './studio-site.js';

const CHAT = { flow: 'assistant', channel: 'long' };
const MESSAGES = 10_000;
const CHATS = 400;
const LONG = { timeout: 20_000 };

let system: TestSystem;
let site: StudioSite;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), { withoutWorker: true });
  site = await StudioSite.open(system);
  for (let number = 1; number < CHATS; number += 1) await importChat(`chat-${number}`, 1);
  await importChat(CHAT.channel, MESSAGES);
}, 240_000);
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
  await system?.stop();
});

describe('Studio', () => {
  test('a chat of 10,000 messages -> its end, its past page by page, few elements, no long frames', async () => {
    await using page = await site.openChat(CHAT);
    await expect.poll(() => shown(page)).toContain(`Message ${MESSAGES} `);
    const { frames, long, median, oldest } = await scrollUp(page, MESSAGES - 100);
    expect(oldest).toBeLessThan(MESSAGES - 100);
    expect(await page.evaluate<number>('document.querySelectorAll(".message").length')).toBeLessThan(60);
    if (isLongRun) {
      expect(median).toBeLessThanOrEqual(20);
      expect(long / frames).toBeLessThan(0.2);
    }
    expect(page.complaints).toEqual([]);
  });

  test('older messages load while a message is edited -> the text stays in it, and in no other', async () => {
    await using page = await site.openChat(CHAT);
    await expect.poll(() => shown(page)).toContain(`Message ${MESSAGES} `);
    await page.click('.message.user .edit');
    await page.type(' Half a word');
    const edited = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('.edited textarea')].flatMap(
        (area) => [area.closest('article').dataset.id, area.value])`);
    const before = await edited();
    expect(before[1]).toContain(' Half a word');
    const { oldest } = await scrollUp(page, MESSAGES - 100);
    expect(oldest).toBeLessThan(MESSAGES - 100);
    expect(await edited()).toEqual(before);
    expect(page.complaints).toEqual([]);
  });

  test('opened at a place -> that message, its neighbors, and the way to the following ones', async () => {
    await using page = await site.openChat({ ...CHAT, at: 5_000 });
    await expect.poll(() => shown(page)).toContain('Message 5000 ');
    expect(await page.evaluate('document.querySelector(".message[aria-current]").innerText')).toContain(
      'Message 5000 ',
    );
    const at = MESSAGES - 100;
    await goTo(page, { view: 'chat', ...CHAT, why: undefined, at });
    await expect.poll(() => shown(page)).toContain(`Message ${at} `);
    const down = `document.querySelector('.messages').dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
      document.querySelector('.messages').scrollTop += 300; document.querySelectorAll('.missing').length`;
    await expect.poll(() => page.evaluate(down), { interval: 20 }).toBe(1);
    await page.click('.missing');
    await expect.poll(() => page.evaluate('document.querySelectorAll(".missing").length'), LONG).toBe(0);
    await expect
      .poll(
        () =>
          page.evaluate(`{
        const list = document.querySelector('.messages');
        list.scrollTop += 100;
        list.innerText;
      }`),
        { interval: 20 },
      )
      .toContain(`Message ${at + 26} `);
    await page.evaluate('document.querySelector(".messages").scrollTop = 1e9');
    await expect.poll(() => shown(page)).toContain(`Message ${MESSAGES} `);
    expect(page.complaints).toEqual([]);
  });

  test.each([
    { width: 1_280, height: 900 },
    { width: 375, height: 800 },
  ])(
    'opened at 13 places, $width px -> each message is the marked one and in view, and stays there beside a panel',
    async (size) => {
      await using page = await site.openChat(CHAT, size);
      for (const at of [1, 2, 30, 777, 2_222, 4_999, 5_000, 9_940, 9_951, 9_977, 9_990, 9_999, MESSAGES]) {
        await goTo(page, { view: 'chat', ...CHAT, why: undefined, at });
        await expect.poll(() => page.evaluate<string>(MARKED), LONG).toContain(`Message ${at} `);
        await new Promise((resolve) => setTimeout(resolve, 800));
        expect(await page.evaluate<string>(MARKED)).toContain(`Message ${at} `);
        if (at % 2 === 0) continue;
        const before = await page.evaluate<number>(MARKED_TOP);
        await page.evaluate('location.hash = location.hash.replace(/at=\\d+/, "why=none")');
        await expect.poll(() => page.evaluate('document.querySelector(".panel") !== null')).toBe(true);
        await page.evaluate('document.querySelector(".panel header a").click()');
        await expect.poll(() => page.evaluate('document.querySelector(".panel")')).toBeNull();
        await expect
          .poll(() => page.evaluate<number>(MARKED_TOP).then((top) => Math.abs(top - before)))
          .toBeLessThan(24);
      }
    },
    120_000,
  );

  test('400 conversations -> few elements, and the oldest at the end of the list', async () => {
    await using page = await site.openChat(CHAT);
    await expect
      .poll(() => page.evaluate<number>('document.querySelectorAll(".chat-list li").length'))
      .toBeGreaterThan(5);
    expect(await page.evaluate<number>('document.querySelectorAll(".chat-list li").length')).toBeLessThan(80);
    await expect
      .poll(() =>
        page.evaluate(`{
        document.querySelector('.chat-list .scroller').scrollTop = 1e9;
        document.querySelector('.chat-list').innerText;
      }`),
      )
      .toMatch(/chat-1\n/);
    expect(page.complaints).toEqual([]);
  });

  test('a search hit is opened again after scrolling away, also after a panel was closed -> its message is in view again', async () => {
    await using page = await site.openPage();
    await expect.poll(() => page.evaluate('document.querySelector("[type=search]") !== null')).toBe(true);
    await page.click('[type=search]');
    await page.type('4321');
    const hit = '.chat-list a[href*="at=4321"]';
    await expect.poll(() => page.evaluate(`document.querySelector('${hit}') !== null`), LONG).toBe(true);
    const isInView = () => page.evaluate<string>(MARKED);
    for (const hasPanel of [false, true, false]) {
      await page.click(hit);
      await expect.poll(isInView, LONG).toContain('Message 4321 ');
      if (hasPanel) {
        await page.evaluate('location.hash = location.hash.replace(/at=\\d+/, "why=none")');
        await expect.poll(() => page.evaluate('document.querySelector(".panel") !== null')).toBe(true);
        await page.evaluate('document.querySelector(".panel header a").click()');
        await expect.poll(() => page.evaluate('document.querySelector(".panel")')).toBeNull();
      }
      const scrollAway = async () => {
        await page.evaluate(`{
          const list = document.querySelector('.messages');
          list.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
          list.scrollTop -= 1_000;
        }`);
        return isInView();
      };
      await expect.poll(scrollAway, LONG).not.toContain('Message 4321 ');
    }
    expect(page.complaints).toEqual([]);
  });

  test('words of earlier messages -> the messages that contain them, and the way to one of 10,000', async () => {
    await using page = await site.openPage();
    await expect.poll(() => page.evaluate('document.querySelector("[type=search]") !== null')).toBe(true);
    await page.click('[type=search]');
    await page.type('4321');
    const found = () => page.evaluate<string>('document.querySelector(".chat-list").innerText');
    await expect.poll(found).toContain('Message 4321 ');
    expect(await page.evaluate('document.querySelectorAll(".chat-list li").length')).toBe(1);
    expect(await findFaults(page)).toEqual([]);
    await keepPicture(page, 'search');
    await page.press('Tab');
    await page.press('Enter');
    await expect
      .poll(() => page.evaluate('document.querySelector(".message[aria-current]")?.innerText'))
      .toContain('Message 4321 ');
    await page.click('[type=search]');
    for (let digit = 0; digit < 4; digit += 1) await page.press('Backspace');
    await page.type('nowhere at all');
    await expect.poll(found).toContain('No messages');
    expect(page.complaints).toEqual([]);
  });
});

const MARKED = `(() => {
  const list = document.querySelector('.messages').getBoundingClientRect();
  const marked = document.querySelector('.message[aria-current]');
  const place = marked?.getBoundingClientRect();
  return place !== undefined && place.top >= list.top - 1 && place.top < list.bottom - 20 ? marked.innerText : 'not in view';
})()`;
const MARKED_TOP = `document.querySelector('.message[aria-current]').getBoundingClientRect().top`;

async function importChat(channel: string, count: number): Promise<void> {
  const key = { flow: CHAT.flow, user: site.user, channel };
  const result = await importConversation(system.db, {
    ...key,
    workflowId: conversationWorkflowId(key),
    title: `${channel} `,
    messages: Array.from({ length: count }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      text: `Message ${at + 1} **is** here.\n\n${'- one more line of it\n'.repeat((at * 7) % 12)}`,
    })),
    countTokens: (text) => Math.ceil(text.length / 4),
  });
  expect(result.kind).toBe('imported');
}

function scrollUp(
  page: BrowserPage,
  target: number,
): Promise<{ frames: number; long: number; median: number; oldest: number }> {
  return page.evaluate(`new Promise((done) => {
    const list = document.querySelector('.messages');
    const took = [];
    const begun = performance.now();
    let before = begun;
    let oldest = Infinity;
    const step = (now) => {
      took.push(now - before);
      before = now;
      list.scrollTop -= 200;
      for (const [, number] of list.innerText.matchAll(/Message (\\d+) /g)) oldest = Math.min(oldest, Number(number));
      if (oldest >= ${target} && now - begun < 60_000) return requestAnimationFrame(step);
      const sorted = took.toSorted((one, other) => one - other);
      done({
        frames: took.length,
        long: took.filter((ms) => ms > 50).length,
        median: sorted[Math.floor(sorted.length / 2)],
        oldest,
      });
    };
    requestAnimationFrame(step);
  })`);
}
