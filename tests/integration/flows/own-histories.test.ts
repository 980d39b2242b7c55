import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat } from '../../../flow/kinds/node-kinds.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import type { AgentConfig } from '../../../flow/kinds/agent.js';
import {
  lastToolResults,
  offeredTools,
  text,
  toolCalls,
  type ModelRequest,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { isCompaction, requestText } from '../context/fixtures/requests.js';
import { compactions, modelCalls } from '../context/fixtures/rows.js';
import { words } from '../context/fixtures/words.js';
import { agentOf, scriptBySystem } from './fixtures/script-by-system.js';
import { spokenIn } from './fixtures/spoken-in.js';

let pagesRead: number[] = [];
const page = defineTool({
  name: 'page',
  description: 'Reads a page.',
  input: z.object({ n: z.number(), size: z.number() }),
  execute: ({ n, size }) => {
    pagesRead.push(n);
    return `Page ${n}: ${words(size)}`;
  },
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      inTurn('compacting', { maxOutputTokens: 400, extraConfig: { contextWindow: 4_000 } }),
      inTurn('guarded', {}),
    ],
    tools: [page],
    settings: { spillPct: 0 },
    model: { script: scriptBySystem({ first: readPages, second: readPages }) },
  });
});
afterAll(() => system?.stop());
beforeEach(() => {
  pagesRead = [];
});

let plan: { n: number; size: number }[] = [];

describe('two agents in one flow', () => {
  test('both outgrow their windows -> each compacts its own history, the second keeps the answer of the first', async () => {
    plan = [1, 2, 3, 4].map((n) => ({ n, size: 1_000 }));
    const { executionId } = await conversationOf('compacting').ask('Read the pages.');
    const adopted = await compactions(system, executionId);
    const nodes = new Map(
      (await modelCalls(system, executionId)).map(({ step, node_id: nodeId }) => [step, nodeId]),
    );
    expect(adopted.map(({ status, step }) => [status, nodes.get(step)])).toEqual(
      expect.arrayContaining([
        ['adopted', 'first'],
        ['adopted', 'second'],
      ]),
    );
    const ofSecond = system.model.requests.filter((request) => agentOf(request) === 'second');
    expect(spokenIn(ofSecond[0]!).slice(0, 2)).toEqual(['user: Read the pages.', 'assistant: read by first']);
    const summaries = system.model.requests.filter(isCompaction);
    expect(requestText(summaries.at(-1)!)).toContain('read by first');
    expect(pagesRead).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
  });

  test('the same call by both, twice in a row by each -> run once for each, no guard intervenes', async () => {
    plan = [
      { n: 1, size: 1 },
      { n: 1, size: 1 },
    ];
    const { executionId } = await conversationOf('guarded').ask('Read the page.');
    expect(pagesRead).toEqual([1, 1]);
    const calls = await modelCalls(system, executionId);
    expect(calls.map(({ node_id: nodeId, guard }) => [nodeId, guard])).toEqual([
      ...Array.from({ length: 3 }, () => ['first', null]),
      ...Array.from({ length: 3 }, () => ['second', null]),
    ]);
  });
});

function readPages(request: ModelRequest) {
  const done = stepsOf(request);
  const next = plan[done];
  if (next === undefined || offeredTools(request).length === 0) {
    steps.delete(agentOf(request));
    return text(`read by ${agentOf(request)}`);
  }
  steps.set(agentOf(request), done + 1);
  return toolCalls([{ name: 'page', arguments: next }]);
}

const steps = new Map<string, number>();
function stepsOf(request: ModelRequest): number {
  return lastToolResults(request).length === 0 && !requestText(request).includes('In short.')
    ? 0
    : (steps.get(agentOf(request)) ?? 0);
}

function conversationOf(flow: string) {
  return system.client.conversation({ flow, user: system.newUser() });
}

function inTurn(slug: string, config: Partial<AgentConfig>): FlowDefinition {
  const named = (name: string) =>
    agent({ model: SCRIPTED_MODEL, system: `You are ${name}.`, tools: ['page'], ...config });
  return defineFlow({
    slug,
    name: slug,
    nodes: { chat: chat(), first: named('first'), second: named('second') },
    edges: [
      ['chat', 'first'],
      ['first', 'second'],
    ],
  });
}
