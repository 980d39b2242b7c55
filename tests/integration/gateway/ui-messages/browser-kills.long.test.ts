import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../../packages/testing/test-system.js';
import { startWorkerProcess, type WorkerProcess } from '../../../../packages/testing/worker-process.js';
import { isLongRun } from '../../../setup/is-long-run.js';
import { ChatScreen } from './chat-screen.js';
import { ChatSite } from './chat-site.js';

const SAID = 'Let me work that out.';
const ANSWER = 'Six times seven is forty-two, a sentence so long that it can be broken off at any of them.';
const QUESTION = 'What is 6*7?';
const SHOWN = [SAID, 'tool-calculate {"result":42,"expression":"6*7"}', ANSWER];
const POINTS = 20;

let system: TestSystem;
let worker: WorkerProcess;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { withoutWorker: true, model: { script } });
  worker = await startWorkerProcess(system);
});
afterAll(async () => {
  worker?.kill();
  await worker?.exited;
  await system?.stop({ check: false });
});

const KILLS = {
  connection: ({ site }) => Promise.resolve(site.cut()),
  async gateway({ site }) {
    await site.stop();
    await site.start();
  },
  async worker() {
    worker.kill();
    await worker.exited;
    worker = await startWorkerProcess(system);
  },
  page: (screen) => screen.reload(),
} satisfies Record<string, (screen: ChatScreen) => Promise<void>>;

const CASES = (Object.keys(KILLS) as (keyof typeof KILLS)[]).flatMap((kill, index) =>
  isLongRun
    ? ([6, 7] as const).map((version) => ({ kill, version, points: everySecond(version - 5) }))
    : [{ kill, version: index % 2 === 0 ? (6 as const) : (7 as const), points: [9 + index] }],
);

function everySecond(first: number): number[] {
  return Array.from({ length: POINTS / 2 }, (_, at) => first + 2 * at);
}

describe('useChat', () => {
  test.each(CASES)(
    'of ai $version, $kill killed in the middle of an answer, at $points.length of its points -> the screen shows what is stored, once',
    { timeout: 1_200_000 },
    async ({ version, kill, points }) => {
      await using site = await ChatSite.open(system, version);
      await using screen = await ChatScreen.open(site);
      for (const point of points) {
        await screen.startOver();
        await screen.say(QUESTION);
        await screen.seeCharacters(QUESTION.length + Math.ceil((SHOWN.join('').length * point) / POINTS));
        await KILLS[kill](screen);
        await screen.expectStored([[QUESTION], SHOWN]);
        expect(screen.page.exceptions, `point ${point}`).toEqual([]);
      }
    },
  );

  test('the gateway unavailable in the middle of an answer -> Reconnecting, with backoff; no button of a finished answer', async () => {
    await using site = await ChatSite.open(system, 7);
    await using screen = await ChatScreen.open(site);
    await screen.say(QUESTION);
    await screen.seeCharacters(QUESTION.length + SHOWN.join('').length / 2);
    await site.stop();
    await expect.poll(() => screen.count('[role=status]')).toBe(1);
    await expect
      .poll(() => screen.page.evaluate('window.waits.length'), { timeout: 10_000 })
      .toBeGreaterThan(2);
    expect(await screen.page.evaluate('window.waits.slice(0, 3)')).toEqual([200, 400, 800]);
    expect([await screen.count('.again'), await screen.status()]).toEqual([0, 'error']);
    await site.start();
    await screen.expectStored([[QUESTION], SHOWN]);
    expect([await screen.count('.again'), await screen.count('[role=status]')]).toEqual([1, 0]);
  });

  test.each([6, 7] as const)(
    'of ai %i, a message sent while the gateway is unavailable -> shown, sent again once it is back, and answered once',
    async (version) => {
      await using site = await ChatSite.open(system, version);
      await using screen = await ChatScreen.open(site);
      await site.stop();
      await screen.say(QUESTION);
      await expect.poll(() => screen.count('[role=status]')).toBe(1);
      expect(await screen.text()).toBe(QUESTION);
      await site.start();
      await screen.expectStored([[QUESTION], SHOWN]);
    },
  );

  test.each([6, 7] as const)(
    'of ai %i, an edit sent while the gateway is unavailable -> sent again once it is back, and answered once',
    async (version) => {
      await using site = await ChatSite.open(system, version);
      await using screen = await ChatScreen.open(site);
      await screen.say(QUESTION);
      await screen.expectStored([[QUESTION], SHOWN]);
      await site.stop();
      await screen.call("send({ text: 'And now?', messageId: chat.messages[0].id })");
      await expect.poll(() => screen.count('[role=status]')).toBe(1);
      await site.start();
      await screen.expectStored([['And now?'], SHOWN]);
      expect(await screen.page.evaluate('window.errors.length')).toBe(1);
    },
  );
});

function script(request: ModelRequest): Reply {
  if (request.messages.at(-1)?.role !== 'tool')
    return toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }], { text: SAID, delayMs: 60 });
  return text(ANSWER, { chunks: 20, delayMs: 60 });
}
