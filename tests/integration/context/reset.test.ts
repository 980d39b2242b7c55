import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { reset } from '../fixtures/histories.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { compactions, modelCalls } from './fixtures/rows.js';
import { words } from './fixtures/words.js';

const pagesRead: number[] = [];
const page = defineTool({
  name: 'page',
  description: 'Reads a page.',
  input: z.object({ n: z.number() }),
  execute: ({ n }) => {
    pagesRead.push(n);
    return `Page ${n}: ${words(900)}`;
  },
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'reader', tools: ['page'], window: 4_000, maxOutputTokens: 400 })],
    tools: [page],
    settings: { spillPct: 0 },
  });
});
afterAll(() => system?.stop());

describe('an execution that is reset to its beginning', () => {
  test('after two compactions -> reads every step from its rows and continues in place', async () => {
    const last = gated('do', 'ne');
    system.model.reply(...pages(1, 4), text('SUMMARY ONE'), ...pages(5, 7), text('SUMMARY TWO'), last);
    const { executionId } = await system.client.executions.start({ flow: 'reader', text: 'Read.' });
    await last.started;
    const before = await stepsOf(executionId);
    await reset(system.temporal, executionId);
    system.model.reply(text('done again'));
    expect(await system.temporal.workflow.getHandle(executionId).result()).toMatchObject({
      preview: 'done again',
    });
    expect(await stepsOf(executionId)).toEqual(before);
    expect(pagesRead).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await compactions(system, executionId)).toHaveLength(2);
    expect(system.model.requests).toHaveLength(11);
    last.release();
  });
});

async function stepsOf(executionId: string) {
  const calls = await modelCalls(system, executionId);
  return calls.map(({ step, purpose, manifest }) => ({ step, purpose, request: manifest.request }));
}

function pages(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, index) =>
    toolCalls([{ name: 'page', arguments: { n: first + index } }]),
  );
}
