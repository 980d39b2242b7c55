import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { FaultPoint } from '../../../activities/fault-points.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import { agent, approval, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { MAX_PARALLEL_CHILDREN } from '../../../protocol/limits.js';
import { lastToolResults, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { POLLING } from '../summaries/fixtures/summary-harness.js';
import { mostChildren } from './fixtures/most-children.js';
import { childrenOf, nodesOf } from './fixtures/rows.js';
import { scriptBySystem } from './fixtures/script-by-system.js';

let system: TestSystem;
let atPoint: ((point: FaultPoint) => Promise<void>) | undefined;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: flows(),
    model: {
      script: scriptBySystem({
        crowd: (request) =>
          lastToolResults(request).length > 0
            ? text('led')
            : toolCalls([spawn('echo', 10), spawn('echo', 10)]),
        lead: () => toolCalls([spawn('asking', 1), { name: 'calculate', arguments: { expression: '1' } }]),
      }),
    },
    onPoint: (point) => atPoint?.(point),
  });
});
afterAll(() => system?.stop());

describe('a tool that fails permanently beside a spawn', () => {
  test('-> its sub-executions are cancelled, although the parent continues', async () => {
    atPoint = async (point) => {
      if (point !== 'runTool.before') return;
      await waits(`${(await started).executionId}/lead/1`);
      throw ApplicationFailure.nonRetryable('no luck');
    };
    const started = start('rescued');
    const { executionId } = await started;
    await waits(executionId);
    expect(await nodesOf(system, executionId)).toMatchObject([
      { nodeId: 'lead', status: 'failed', errorMessage: 'no luck' },
      { nodeId: 'ask', status: 'waiting' },
    ]);
    expect(await childrenOf(system, executionId)).toMatchObject([{ status: 'cancelled' }]);
    await handleOf(executionId).executeUpdate('answer', { args: [{ answer: 'yes' }] });
    await handleOf(executionId).result();
  });
});

function start(flow: string) {
  return system.client.executions.start({ flow, text: 'go', user: system.newUser() });
}

describe('several spawn calls at once', () => {
  test('two of each of two agents -> 16 concurrent sub-executions in total, and all of them run', async () => {
    const { executionId, result } = await start('crowded');
    await result();
    const children = await childrenOf(system, executionId);
    expect(children.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 'completed'));
    expect(await mostChildren(system, executionId)).toBe(MAX_PARALLEL_CHILDREN);
  });
});

async function waits(executionId: string): Promise<void> {
  await expect
    .poll(async () => (await nodesOf(system, executionId)).map(({ status }) => status), POLLING)
    .toContain('waiting');
}

function handleOf(executionId: string) {
  return system.temporal.workflow.getHandle(executionId);
}

function spawn(flow: string, tasks: number) {
  return { name: 'spawn', arguments: { tasks: Array.from({ length: tasks }, () => ({ flow, text: '' })) } };
}

function flows(): FlowDefinition[] {
  const ask = approval({ prompt: 'Go on?' });
  const crowd = agent({
    model: SCRIPTED_MODEL,
    system: 'You are crowd.',
    tools: ['spawn'],
    spawns: ['echo'],
  });
  return [
    defineFlow({
      slug: 'crowded',
      name: 'crowded',
      nodes: { start: manual(), one: crowd, other: crowd },
      edges: [
        ['start', 'one'],
        ['start', 'other'],
      ],
    }),
    defineFlow({
      slug: 'echo',
      name: 'echo',
      nodes: { start: manual(), say: reply({ text: 'heard' }) },
      edges: [['start', 'say']],
    }),
    defineFlow({
      slug: 'rescued',
      name: 'rescued',
      nodes: {
        start: manual(),
        lead: agent({
          model: SCRIPTED_MODEL,
          system: 'You are lead.',
          tools: ['spawn', 'calculate'],
          spawns: ['asking'],
        }),
        ask,
      },
      edges: [
        ['start', 'lead'],
        ['lead', 'ask', { on: 'error' }],
      ],
    }),
    defineFlow({
      slug: 'asking',
      name: 'asking',
      nodes: { start: manual(), ask },
      edges: [['start', 'ask']],
    }),
  ];
}
