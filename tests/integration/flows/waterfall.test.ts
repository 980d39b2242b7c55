import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { formatPending, formatWaterfall } from '../../../cli/executions/format-waterfall.js';
import { createStyle } from '../../../cli/format/style.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, approval, code, loop, manual, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { fault, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { arrangeRows } from '../../../trajectory/waterfall/arrange-rows.js';
import type { WaterfallRow } from '../../../views/waterfall.js';

const model = SCRIPTED_MODEL;
const flows = [
  defineFlow({
    slug: 'letter',
    name: 'Letter',
    nodes: {
      start: manual(),
      draft: agent({ model, system: 'Draft.', tools: ['current_time'] }),
      ask: approval({ prompt: 'Send it?' }),
      below: subflow({ flow: 'double', input: { items: 'trigger.data.items' } }),
    },
    edges: [
      ['start', 'draft'],
      ['draft', 'ask'],
      ['ask', 'below'],
    ],
  }),
  defineFlow({
    slug: 'double',
    name: 'Double',
    nodes: {
      start: manual(),
      each: loop({ over: '{{ trigger.data.items }}' }),
      twice: code({ expression: 'loop.item * 2' }),
      say: reply({ text: 'Of {{ each.total }}' }),
    },
    edges: [
      ['start', 'each'],
      ['each', 'twice', { on: 'item' }],
      ['twice', 'each', { on: 'next' }],
      ['each', 'say'],
    ],
  }),
];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows });
});
afterAll(() => system?.stop());

describe('waterfall', () => {
  test('an agent with a tool, an approval and a looping sub-flow -> every part under what started it', async () => {
    const { executions } = system.client;
    const user = system.newUser();
    system.model.reply(toolCalls([{ name: 'current_time', arguments: {} }]), text('Dear Bob'));
    const { executionId, result } = await executions.start({
      flow: 'letter',
      text: 'Write to Bob',
      data: { items: [1, 2, 3] },
      user,
    });
    await expect.poll(async () => (await executions.waiting({ user })).length, { timeout: 20_000 }).toBe(1);
    const meanwhile = await readAll(executionId, 1_000);
    expect(meanwhile.find(({ kind }) => kind === 'wait')).toMatchObject({
      label: 'Wait for approval',
      detail: 'Send it?',
      status: 'waiting',
      finishedAt: null,
    });
    await executions.answer(executionId, { answer: 'yes' });
    await result();
    const rows = await readAll(executionId, 1_000);
    const lines = arrangeRows(rows).map(
      ({ depth, kind, label, status }) => `${'  '.repeat(depth)}${kind} ${label} ${status}`,
    );
    expect(lines).toEqual([
      'execution letter completed',
      '  node draft completed',
      '    call Call current_time completed',
      '      tool current_time completed',
      '    call Answer completed',
      '  node ask completed',
      '    wait Approval completed',
      '  node below completed',
      '    execution double completed',
      '      node each completed',
      '        item Item 0 completed',
      '          node twice completed',
      '        item Item 1 completed',
      '          node twice completed',
      '        item Item 2 completed',
      '          node twice completed',
      '      node say completed',
    ]);
    expect(rows[0]).toMatchObject({ detail: 'Write to Bob', parentId: null });
    const [call] = rows.filter(({ kind }) => kind === 'call');
    expect(call!.inputTokens).toBeGreaterThan(0);
    expect((await executions.explain(call!.callId!)).map(({ callId }) => callId)).toEqual([call!.callId]);
    const work = await executions.step(executionId, call!.step!);
    expect(work.tools).toMatchObject([
      { ordinal: 1, name: 'current_time', input: { text: '{}' }, isError: false },
    ]);
    expect(work.tools[0]!.output!.text).toContain('20');
    for (const limit of [1, 2, 5]) expect(await readAll(executionId, limit)).toEqual(rows);
    const below = rows.find(({ label }) => label === 'double')!;
    expect((await readAll(below.executionId, 1_000)).map(({ id }) => id)).toEqual(
      rows.filter(({ executionId: id }) => id === below.executionId).map(({ id }) => id),
    );
    const bars = formatWaterfall(arrangeRows(rows), { style: createStyle(false), nowMs: Date.now() });
    expect(bars.split('\n')).toHaveLength(lines.length + 1);
    expect(bars).toContain('█');
    await expect(
      system.client.forUser(system.newUser()).executions.waterfall(executionId),
    ).rejects.toMatchObject({
      type: 'Client.NotFound',
    });
    await expect(executions.waterfall(executionId, { after: 'no' })).rejects.toMatchObject({
      type: 'Client.InvalidCursor',
    });
  });

  test('a call that the model refuses -> the error at the call, the node and the execution', async () => {
    const { executions } = system.client;
    system.model.reply(fault.status(400));
    const { executionId, result } = await executions.start({
      flow: 'letter',
      text: 'x',
      data: { items: [] },
    });
    await result().catch(() => undefined);
    const rows = await readAll(executionId, 1_000);
    expect(rows.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'execution failed',
      'node failed',
      'call failed',
    ]);
    expect(rows.every(({ errorMessage }) => errorMessage !== null)).toBe(true);
    expect(rows.every(({ finishedAt }) => finishedAt !== null)).toBe(true);
  });

  test('a model with a rate limit -> the pending Activity with its failure on the first page; none after the run', async () => {
    const { executions } = system.client;
    system.model.reply(fault.rateLimited({ retryAfter: 60 }));
    const { executionId, result } = await executions.start({ flow: 'letter', text: 'x' });
    const read = async () => (await executions.waterfall(executionId, { limit: 1 })).pending;
    await expect
      .poll(read)
      .toMatchObject([
        { activityType: 'callModel', isStarted: false, attempt: 2, errorType: 'Model.RateLimited' },
      ]);
    const { pending, next } = await executions.waterfall(executionId, { limit: 1 });
    expect(formatPending(pending, { nowMs: pending[0]!.nextAttemptAt!.getTime() - 8_000 })).toEqual([
      expect.stringMatching(/^callModel, attempt 2 of \d+, retries in 8\.0 s: Rate limit/) as string,
    ]);
    expect(await executions.waterfall(executionId, { after: next! })).toMatchObject({ pending: [] });
    await executions.cancel(executionId);
    await expect(result()).rejects.toThrow();
    expect(await read()).toEqual([]);
  });
});

async function readAll(executionId: string, limit: number): Promise<WaterfallRow[]> {
  const rows: WaterfallRow[] = [];
  let after: string | undefined;
  do {
    const page = await system.client.executions.waterfall(executionId, { after, limit });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    rows.push(...page.rows);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return rows;
}
