import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { summaryMessage } from '../../../context/compaction/summary-message.js';
import {
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { attempts, isSummaryRequest, threadRow } from '../summaries/fixtures/summary-harness.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { isCompaction, requestText } from './fixtures/requests.js';
import { callPurposes, compactions, modelCalls } from './fixtures/rows.js';
import { words } from './fixtures/words.js';

const THREAD = '[Topic: Rivers] They spoke of rivers.';
const STEPS = 'Pages 1 and 2 were read.';

const page = defineTool({
  name: 'page',
  description: 'Reads a page.',
  input: z.object({ n: z.number(), size: z.number() }),
  execute: ({ n, size }) => `Page ${n}: ${words(size, 'light')}`,
});

const steps: Reply[] = [];
let summarizes = true;
let system: TestSystem;
beforeAll(async () => {
  const settings = { tools: ['page'], window: 4_000, maxOutputTokens: 400, artifacts: false };
  const history = { messages: 20, summaries: { minTokens: 1_000_000, inline: false } };
  system = await startTestSystem(inject('environment'), {
    flows: [
      {
        ...agentFlow({ slug: 'reader', ...settings, history }),
        trajectory: { touched: false },
      },
    ],
    tools: [page],
    settings: { spillPct: 0 },
    model: { script: (request) => answer(request) },
  });
});
afterAll(() => system?.stop());

describe('a compaction in the middle of a turn', () => {
  test('H32: a thread with summaries -> its summary, the previous exchange and the newest step are sent', async () => {
    const { conversation, executionId } = await compacted();
    const main = requestText(system.model.requests.at(-1)!);
    for (const part of [THREAD, summaryMessage(STEPS), 'before: green', 'Answer to before', 'Page 3: light'])
      expect(main).toContain(part);
    for (const part of ['first: river', 'Page 1: light', 'Page 2: light']) expect(main).not.toContain(part);
    expect(await compactions(system, executionId)).toMatchObject([
      { status: 'adopted', summary: STEPS, first_seq: null, through_seq: 2, through_step: 2 },
    ]);
    expect(await attempts(system, conversation)).toMatchObject([
      { way: 'summarize', status: 'adopted', covers_through: 2, content: THREAD },
    ]);
    const left = (await modelCalls(system, executionId)).at(-1)!.manifest.left.map(({ rule }) => rule);
    expect(left).toEqual(expect.arrayContaining(['covered-by-summary', 'compacted']));
  });

  test('the turn after it -> starts from the thread that is covered, and compacts nothing again', async () => {
    const { conversation } = await compacted();
    const { executionId } = await conversation.ask('And now?');
    expect(await callPurposes(system, executionId)).toEqual(['answer completed']);
    expect(requestText(system.model.requests.at(-1)!)).toContain('Answer to Read the pages');
    expect(await threadRow(system, conversation)).toMatchObject({ covers_through: 2 });
    expect(await attempts(system, conversation)).toHaveLength(1);
  });

  test('the summary of the thread fails -> its messages stay, the steps are summarized', async () => {
    summarizes = false;
    const { conversation, executionId } = await compacted();
    summarizes = true;
    expect(await compactions(system, executionId)).toMatchObject([
      { status: 'adopted', summary: STEPS, first_seq: null, through_seq: null },
    ]);
    expect(await threadRow(system, conversation)).toMatchObject({ covers_through: 0 });
    expect(requestText(system.model.requests.at(-1)!)).toContain('first: river');
  });
});

async function compacted() {
  const conversation = system.client.conversation({ flow: 'reader', user: system.newUser() });
  await conversation.ask(`first: ${words(450)}`);
  await conversation.ask(`before: ${words(300, 'green')}`);
  steps.push(...[1, 2, 3].map((n) => toolCalls([{ name: 'page', arguments: { n, size: 900 } }])));
  const { executionId } = await conversation.ask('Read the pages');
  return { conversation, executionId };
}

function answer(request: ModelRequest): Reply {
  if (isSummaryRequest(request)) return text(summarizes ? THREAD : ' ');
  if (isCompaction(request)) return text(STEPS);
  return steps.shift() ?? text(`Answer to ${request.text.slice(0, 40)}`);
}
