import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { approval, custom, loop, manual, subflow, wait } from '../../../flow/kinds/node-kinds.js';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { eventTypes } from '../../../packages/testing/history-summary.js';
import { startEarlyRollover, type EarlyRollover } from '../fixtures/early-rollover.js';
import { doubled } from './fixtures/many-items.js';
import { outputsOf } from './fixtures/rows.js';
import { runFlow } from './fixtures/run-flow.js';
import { runsOf } from './fixtures/runs-of.js';

const SUGGESTED_EVENTS = 100;
const SLACK_EVENTS = 100;
const OPEN_SECONDS = 5;
const EVENTS_OF_ITEM = 3;

let ran: number[] = [];
const double = defineNode({
  kind: 'custom:double',
  config: z.object({ item: z.number() }),
  execute({ item }) {
    ran[item] = (ran[item] ?? 0) + 1;
    return { output: item * 2 };
  },
});
const beside = {
  each: loop({ over: '{{ range(trigger.data.items) }}', parallel: 8 }),
  body: custom('double', { item: '{{ loop.item }}' }),
};
const flows = [
  defineFlow({
    slug: 'many',
    name: 'Many',
    nodes: { start: manual(), ...beside },
    edges: [
      ['start', 'each'],
      ['each', 'body', { on: 'item' }],
      ['body', 'each', { on: 'next' }],
    ],
  }),
  defineFlow({
    slug: 'pausing',
    name: 'Pausing',
    nodes: { start: manual(), open: wait({ seconds: OPEN_SECONDS }), ...beside },
    edges: [
      ['start', 'open'],
      ['start', 'each'],
      ['each', 'body', { on: 'item' }],
      ['body', 'each', { on: 'next' }],
    ],
  }),
  asking('asking', OPEN_SECONDS),
  asking('patient', 3_600),
  defineFlow({
    slug: 'beside',
    name: 'Beside',
    nodes: { start: manual(), child: subflow({ flow: 'person' }), ...beside },
    edges: [
      ['start', 'child'],
      ['start', 'each'],
      ['each', 'body', { on: 'item' }],
      ['body', 'each', { on: 'next' }],
    ],
  }),
  defineFlow({
    slug: 'person',
    name: 'Person',
    nodes: { start: manual(), open: approval({ prompt: 'Go on?' }) },
    edges: [['start', 'open']],
  }),
];

let rollover: EarlyRollover;
let system: TestSystem;
beforeAll(async () => {
  rollover = await startEarlyRollover(inject('environment'), {
    events: SUGGESTED_EVENTS,
    'history.defaultWorkflowTaskTimeout': '2s',
  });
  system = await startTestSystem(rollover.environment, { flows, nodes: [double] });
});
afterAll(async () => {
  await system?.stop();
  await rollover?.stop();
});

describe('a loop over Continue-As-New', () => {
  test('120 items -> all results in order, each body run once, no history much longer than is suggested', async () => {
    ran = [];
    const { executionId, status } = await runFlow(system, { flow: 'many', data: { items: 120 } });
    expect(status).toBe('completed');
    expect((await outputsOf(system, executionId))['each']).toEqual(doubled(120));
    expect(ran).toEqual(Array.from({ length: 120 }, () => 1));
    const runs = await runsOf(system, executionId);
    expect(runs.length).toBeGreaterThan(3);
    expect(Math.max(...runs.map(({ events }) => events))).toBeLessThan(SUGGESTED_EVENTS + SLACK_EVENTS);
  });

  test.each([
    ['pausing', { waited_seconds: OPEN_SECONDS }],
    ['asking', { outcome: 'expired', confirmed: false, answer: null }],
  ])('%s meanwhile -> the open question keeps its deadline', async (flow, output) => {
    const { executionId, status } = await runFlow(system, { flow, data: { items: 60 } });
    expect(status).toBe('completed');
    expect((await runsOf(system, executionId)).length).toBeGreaterThan(2);
    const { open, each } = await outputsOf(system, executionId);
    expect([open, each]).toEqual([output, doubled(60)]);
    const seconds = await secondsOpen(executionId);
    expect(seconds).toBeGreaterThan(OPEN_SECONDS - 0.5);
    expect(seconds).toBeLessThan(OPEN_SECONDS + 3);
  });

  test('beside a sub-execution that waits for a person -> continues meanwhile, and rolls over when it has ended', async () => {
    ran = [];
    const { executionId, result } = await system.client.executions.start({
      flow: 'beside',
      text: '',
      data: { items: 200 },
      user: system.newUser(),
    });
    const child = system.temporal.workflow.getHandle(`${executionId}/child/1`);
    await expect
      .poll(() => Object.keys(ran).length, { timeout: 20_000 })
      .toBeGreaterThan((2 * SUGGESTED_EVENTS) / EVENTS_OF_ITEM);
    await child.executeUpdate('answer', { args: [{ answer: 'yes' }] });
    await result();
    expect((await outputsOf(system, executionId))['each']).toEqual(doubled(200));
    expect(ran).toEqual(Array.from({ length: 200 }, () => 1));
    expect((await runsOf(system, executionId)).length).toBeGreaterThan(1);
  });

  test('an answer after a rollover -> accepted', async () => {
    const { executionId, result } = await system.client.executions.start({
      flow: 'patient',
      text: '',
      data: { items: 60 },
      user: system.newUser(),
    });
    const handle = system.temporal.workflow.getHandle(executionId);
    await expect.poll(async () => (await outputsOf(system, executionId))['each']).toEqual(doubled(60));
    expect(await handle.executeUpdate('answer', { args: [{ answer: 'yes' }] })).toEqual({
      nodeId: 'open',
      outcome: 'confirmed',
    });
    await result();
    expect((await runsOf(system, executionId)).length).toBeGreaterThan(1);
    expect((await outputsOf(system, executionId))['each']).toEqual(doubled(60));
  });

  test('an answer that arrives in the first Workflow Task after a rollover -> accepted', async () => {
    const [held, release] = gate();
    let begun = 0;
    const system = await startTestSystem(rollover.environment, {
      flows,
      nodes: [double],
      onPoint: (point) => (point === 'beginExecution.before' && (begun += 1) === 2 ? held : undefined),
    });
    try {
      const { executionId, result } = await system.client.executions.start({
        flow: 'patient',
        text: '',
        data: { items: 60 },
        user: system.newUser(),
      });
      await expect.poll(() => begun, { timeout: 20_000 }).toBe(2);
      const handle = system.temporal.workflow.getHandle(executionId);
      const answered = handle.executeUpdate('answer', { args: [{ answer: 'yes' }] });
      answered.catch(() => undefined);
      await expect
        .poll(async () => (await eventTypes(handle)).filter((type) => type === PROLONGED).length, {
          timeout: 20_000,
        })
        .toBeGreaterThan(1);
      release();
      expect(await answered).toEqual({ nodeId: 'open', outcome: 'confirmed' });
      await result();
    } finally {
      release();
      await system.stop();
    }
  });
});

function asking(slug: string, expiresSeconds: number) {
  return defineFlow({
    slug,
    name: 'Asking',
    nodes: {
      start: manual(),
      open: approval({ prompt: 'Go on?', expiresSeconds, onRefusal: 'continue' }),
      ...beside,
    },
    edges: [
      ['start', 'open'],
      ['start', 'each'],
      ['each', 'body', { on: 'item' }],
      ['body', 'each', { on: 'next' }],
    ],
  });
}

const PROLONGED = 'WORKFLOW_TASK_COMPLETED';

function gate(): [Promise<void>, () => void] {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  return [held, release];
}

async function secondsOpen(executionId: string): Promise<number> {
  const { started_at: startedAt, finished_at: finishedAt } = await system.db
    .selectFrom('node_output')
    .innerJoin('execution', 'execution.id', 'node_output.execution_id')
    .select(['node_output.started_at', 'node_output.finished_at'])
    .where('execution.workflow_id', '=', executionId)
    .where('node_id', '=', 'open')
    .executeTakeFirstOrThrow();
  return ((finishedAt?.getTime() ?? 0) - startedAt.getTime()) / 1_000;
}
