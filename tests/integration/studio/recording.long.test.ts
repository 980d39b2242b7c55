import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildStudio } from '../../../scripts/build-studio/build-studio.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { startWorkerProcess, type WorkerProcess } from '../../../packages/testing/worker-process.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import type { BrowserPage } from '../trajectory/browser.js';
import { shown, StudioSite } from './studio-site.js';
import { FRAME_MS, Recording } from './recording.js';

const LONG = { timeout: 60_000 };
const SIZE = { width: 860, height: 500 };
const ANSWER =
  'Rome was founded on seven hills, says the legend, by Romulus in 753 BC.\n\n- **Republic:** from 509 BC\n- **Empire:** from 27 BC\n- **Capital of Italy:** since 1871';

let system: TestSystem;
let worker: WorkerProcess;
beforeAll(async () => {
  await buildStudio();
  system = await startTestSystem(inject('environment'), {
    withoutWorker: true,
    flows: [agentFlow({ slug: 'assistant', tools: ['calculate'] })],
    model: {
      script: (request) =>
        request.messages.at(-1)?.role === 'tool'
          ? text(ANSWER, { chunks: 24, delayMs: 120 })
          : toolCalls([{ name: 'calculate', arguments: { expression: '753+2026' } }]),
    },
  });
  worker = await startWorkerProcess(system);
}, 120_000);
afterAll(async () => {
  worker?.kill();
  await worker?.exited;
  await system?.stop({ check: false });
});

describe('a turn in the studio', () => {
  test('its worker is killed in the middle of the answer -> another worker completes it, shown once', async () => {
    await using site = await StudioSite.open(system);
    await using page = await site.openChat({ flow: 'assistant', channel: 'rome' }, SIZE);
    const recording = new Recording(page);
    const watch = async (caption: string, isDone: () => Promise<boolean>): Promise<void> => {
      await expect
        .poll(
          async () => {
            await recording.take(caption);
            return isDone();
          },
          { ...LONG, interval: FRAME_MS },
        )
        .toBe(true);
    };
    const length = async (): Promise<number> => (await answer(page)).length;
    await page.click('textarea');
    await page.type('How old is Rome?');
    await recording.take('A worker runs', 1_500);
    await page.press('Enter');
    await watch('Worker 1 answers', async () => (await length()) > ANSWER.length / 3);
    worker.kill('SIGKILL');
    await worker.exited;
    await recording.take('Worker 1 is killed: kill -9', 2_500);
    worker = await startWorkerProcess(system);
    await watch('Worker 2 starts, and continues the turn', async () => (await shown(page)).includes('Why?'));
    await recording.take('Answered once. Nothing was lost', 4_000);
    expect(await answer(page)).toBe(plain(ANSWER));
    expect(await page.evaluate('document.querySelectorAll(".message").length')).toBe(2);
    expect(page.exceptions).toEqual([]);
    const folder = process.env.STUDIO_PICTURES;
    if (folder) await writeFile(join(folder, 'survives-a-kill.svg'), recording.toSvg(SIZE));
  });
});

function answer(page: BrowserPage): Promise<string> {
  return page.evaluate<string>(
    `document.querySelector('.message.assistant .markdown')?.innerText.replaceAll(/\\s+/g, ' ').trim() ?? ''`,
  );
}

function plain(markdown: string): string {
  return markdown.replaceAll(/\*\*|^- /gm, '').replaceAll(/\s+/g, ' ');
}
