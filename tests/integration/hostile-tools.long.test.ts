import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { code, manual, reply } from '../../flow/kinds/node-kinds.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { defineTool } from '../../extend/tools/define-tool.js';
import { flowOf, results } from './fixtures/spill-tools.js';
import { runFlow } from './flows/fixtures/run-flow.js';

const any = z.looseObject({});
let runs = 0;
const deaf = deafTool();
const TOOLS = [
  giving('deep', () => nested(3_000)),
  giving('circular', () => {
    const list: unknown[] = [];
    return list.concat([list, { list }].map((item) => (list.push(item), item)));
  }),
  giving('endless', () => Array.from({ length: 40 }).reduce<unknown>((below) => [below, below], 1)),
  giving('hidden', () => ({ toJSON: () => nested(3_000) })),
  giving('plain', () => 'fine'),
  deaf.tool,
];
const digging = defineFlow({
  slug: 'digging',
  name: 'Digging',
  nodes: {
    start: manual(),
    dig: code({ expression: 'let value = 1; for (let n = 0; n < 900; n++) value = [value]; return value' }),
    say: reply({ text: '{{ dig.output }}' }),
  },
  edges: [
    ['start', 'dig'],
    ['dig', 'say'],
  ],
});

let system: TestSystem;
beforeAll(async () => {
  const flow = flowOf('hostile', { tools: TOOLS.map(({ name }) => name) });
  system = await startTestSystem(inject('environment'), { flows: [flow, digging], tools: TOOLS });
});
afterAll(() => system?.stop());

describe('a value that cannot be stored', () => {
  test.each(['deep', 'circular', 'endless', 'hidden'])(
    "as a tool's result, %s -> tried once, an error for the model, and the turn continues",
    async (name) => {
      runs = 0;
      system.model.reply(toolCalls([{ name, arguments: {} }]), text('done'));
      expect((await conversationOf().ask('go')).text).toBe('done');
      expect(runs).toBe(1);
      expect(results(system.model.requests.at(-1))).toEqual([
        expect.stringMatching(new RegExp(`^${name} failed: .*(levels|circular|values)`)),
      ]);
    },
  );

  test("as a tool's arguments -> not run, and the model reads the error", async () => {
    runs = 0;
    const json = `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`;
    system.model.reply(toolCalls([{ name: 'plain', arguments: json }]), text('done'));
    expect((await conversationOf().ask('go')).text).toBe('done');
    expect(runs).toBe(0);
  });

  test('as the value of an expression -> the node fails once, with a sentence', async () => {
    const { status, nodes } = await runFlow(system, { flow: 'digging' });
    expect(status).toBe('failed');
    expect(nodes).toMatchObject([{ status: 'failed' }]);
  });

  test('as data of an execution -> refused, by the client and of any other client', async () => {
    const start = { flow: 'digging', text: 'Go', data: nested(3_000) };
    await expect(system.client.executions.start(start)).rejects.toMatchObject({
      type: 'Conversation.InvalidTurn',
      message: expect.stringContaining('more than 200 levels') as string,
    });
    const handle = await system.temporal.workflow.start('execution', {
      taskQueue: system.taskQueue,
      workflowId: 'execution/digging/deep',
      args: [start],
    });
    await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'Conversation.InvalidId' } });
  });
});

describe('a tool whose promise never settles', () => {
  test('cancel -> the turn ends after the grace, and what the tool does later is ignored', async () => {
    const conversation = conversationOf();
    system.model.reply(toolCalls([{ name: 'deaf', arguments: {} }]), text('next'));
    const { turnId, executionId } = await conversation.submit('go');
    await deaf.begun;
    expect(await conversation.cancel()).toEqual({ turnId, status: 'cancelled' });
    await expect(system.temporal.workflow.getHandle(executionId).result()).rejects.toThrow(/cancel/i);
    deaf.wake();
    await expect(deaf.saved).rejects.toThrow('nothing is saved');
    expect(await system.db.selectFrom('artifact').select('name').execute()).toEqual([]);
    expect((await conversation.ask('and now?')).text).toBe('next');
  });
});

function giving(name: string, execute: () => unknown) {
  return defineTool({
    name,
    description: 'Gives something.',
    input: any,
    retry: 'safe',
    execute() {
      runs += 1;
      return execute();
    },
  });
}

function deafTool() {
  let begin = (): void => undefined;
  let wake = (): void => undefined;
  let save = (_saved: Promise<unknown>): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const woken = new Promise<void>((resolve) => (wake = resolve));
  const saved = new Promise<unknown>((resolve) => (save = resolve));
  const tool = defineTool({
    name: 'deaf',
    description: 'Hears nothing.',
    input: any,
    async execute(_input, { artifacts }) {
      begin();
      await woken;
      const saving = artifacts.save({ name: 'late.txt', content: 'late' });
      save(saving);
      await saving;
    },
  });
  return { tool, begun, saved, wake: () => wake() };
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { below: value };
  return value;
}

function conversationOf() {
  return system.client.conversation({ flow: 'hostile', user: system.newUser() });
}
