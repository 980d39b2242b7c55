import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { defineTool } from '../../extend/tools/define-tool.js';
import { TemporaryError } from '../../extend/tools/temporary-error.js';
import { flowOf, results } from './fixtures/spill-tools.js';

const runs: string[] = [];
let running = 0;
let mostRunning = 0;
let endReading = (): void => undefined;
const any = z.looseObject({});
const TOOLS = [
  defineTool({
    name: 'look',
    description: 'Looks.',
    input: any,
    execute(input) {
      runs.push(JSON.stringify(input));
      return `seen ${runs.length}`;
    },
  }),
  defineTool({
    name: 'flaky',
    description: 'Fails at first.',
    input: any,
    execute() {
      runs.push('flaky');
      if (runs.length === 1) throw new Error('not now');
      return 'at last';
    },
  }),
  defineTool({
    name: 'essay',
    description: 'Writes.',
    input: any,
    execute: () => `An essay. ${'word '.repeat(1_500)}`,
  }),
  defineTool({
    name: 'rows',
    description: 'Lists.',
    input: any,
    execute() {
      runs.push('rows');
      return { rows: Array.from({ length: 4_000 }, (_, id) => id) };
    },
  }),
  defineTool({
    name: 'slow',
    description: 'Takes its time.',
    input: z.object({ n: z.number() }),
    async execute({ n }) {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await sleep(40);
      running -= 1;
      return n;
    },
  }),
  defineTool({
    name: 'busy',
    description: 'Is busy at first.',
    input: z.object({ until: z.number() }),
    retry: { attempts: 3, initialMs: 1 },
    execute({ until }) {
      runs.push(`busy ${until}`);
      if (runs.filter((run) => run === `busy ${until}`).length < until) throw new TemporaryError('not now');
      return `ready after ${until}`;
    },
  }),
  defineTool({
    name: 'hung',
    description: 'Does not end by itself.',
    input: z.object({ retry: z.boolean() }),
    timeoutMs: 60,
    retry: { attempts: 3, initialMs: 1 },
    execute: (_input, { abortSignal }) =>
      new Promise((_resolve, reject) => {
        runs.push('hung');
        abortSignal.addEventListener('abort', () => reject(new TemporaryError('told to stop')));
      }),
  }),
  defineTool({
    name: 'narrow',
    description: 'One at a time.',
    input: z.object({ n: z.number() }),
    concurrency: 1,
    async execute({ n }) {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await sleep(10);
      running -= 1;
      return n;
    },
  }),
  defineTool({
    name: 'pages',
    description: 'Reads pages.',
    input: any,
    async execute(_input, { progress }) {
      for (const page of [1, 2, 3]) progress(`${page} of 3 pages${' '.repeat(600)}`);
      await new Promise<void>((resolve) => (endReading = resolve));
      return 'read';
    },
  }),
  defineTool({ name: 'hidden', description: 'Not of this agent.', input: any, execute: () => 'secret' }),
];
const OFFERED = ['look', 'flaky', 'essay', 'rows', 'slow', 'busy', 'hung', 'narrow', 'pages'];

let system: TestSystem;
beforeAll(async () => {
  const flow = flowOf('reads', { tools: OFFERED });
  system = await startTestSystem(inject('environment'), { flows: [flow], tools: TOOLS });
});
afterAll(() => system?.stop());
beforeEach(() => {
  runs.length = 0;
});

describe('a call that was made before', () => {
  test('H59: same tool, same arguments in another order -> refused, other arguments are not', async () => {
    await play([
      [{ name: 'look', arguments: { a: 1, b: 2 } }],
      [
        { name: 'look', arguments: { b: 2, a: 1 } },
        { name: 'look', arguments: { a: 1, b: 3 } },
      ],
      [{ name: 'look', arguments: { a: 1, b: 2 } }],
    ]);
    const [first, repeated, other, again] = last();
    expect([first, other]).toEqual(['seen 1', 'seen 2']);
    for (const refusal of [repeated, again])
      expect(refusal).toMatch(
        /^'look' has already been called during this session with the same arguments; its result stands above\./,
      );
    expect(runs).toEqual(['{"a":1,"b":2}', '{"a":1,"b":3}']);
  });

  test('H59: twice in one step -> the second is refused', async () => {
    await play([
      [
        { name: 'look', arguments: {} },
        { name: 'look', arguments: {} },
      ],
    ]);
    expect(last()).toEqual(['seen 1', expect.stringContaining('its result stands beside this one')]);
  });

  test('H59: in another run of the conversation -> run again', async () => {
    const conversation = conversationOf();
    await play([[{ name: 'look', arguments: {} }]], conversation);
    await play([[{ name: 'look', arguments: {} }]], conversation);
    expect(last()).toEqual(['seen 2']);
  });

  test('H59: the earlier one failed -> run again, and refused once it has succeeded', async () => {
    const call = [{ name: 'flaky', arguments: {} }];
    await play([call, call, call]);
    expect(last()).toEqual([
      'flaky failed: not now',
      'at last',
      expect.stringContaining('already been called'),
    ]);
  });

  test("H59: its result was too large -> refused with the artifact's name", async () => {
    const call = [{ name: 'rows', arguments: {} }];
    await play([call, call]);
    expect(last()[1]).toContain('its result stands above, whole in artifact:rows-1.1.json');
  });

  test('the result was evicted for newer ones -> run again; read back by the names in the pointers', async () => {
    const looks = [1, 2, 3].map((n) => [{ name: 'look', arguments: { n } }]);
    const newer = [1, 2, 3].map((n) => [{ name: 'rows', arguments: { n } }]);
    await play([
      [
        { name: 'rows', arguments: {} },
        { name: 'essay', arguments: {} },
      ],
      ...looks,
      ...newer,
      [
        { name: 'rows', arguments: {} },
        { name: 'read_artifact', arguments: { name: 'artifact:essay-1.2.txt', limit: 9 } },
        { name: 'read_artifact', arguments: { name: 'artifact:rows-1.1.txt', limit: 12 } },
        { name: 'read_artifact', arguments: { name: 'artifact:hidden-1.2.txt' } },
      ],
    ]);
    const shown = system.model.requests.at(-2)!.messages.filter((message) => message.role === 'tool');
    expect(String(shown[0]!.content)).toMatch(
      /^\[The result of rows was shown here earlier: \d+ tokens, stored as artifact:rows-1\.1\./,
    );
    expect(String(shown[1]!.content)).toMatch(/stored as artifact:essay-1\.2\.txt; read_artifact/);
    const [rows, essay, data, forged] = last().slice(-4);
    expect(rows).toMatch(/^Too large: /);
    expect(runs.filter((run) => run === 'rows')).toHaveLength(2 + newer.length);
    expect(essay).toMatch(/^characters 0-9 of \d+; next offset: 9\nAn essay\.$/);
    expect(data).toMatch(/^characters 0-12 of \d+; next offset: 12\n\{"rows":\[0,1$/);
    expect(forged).toContain("'artifact:hidden-1.2.txt' cannot be read");
  });
});

describe('a call that cannot be run', () => {
  test('an unknown tool, and one that this agent does not have -> an error with the available tools', async () => {
    await play([
      [
        { name: 'look', arguments: {} },
        { name: 'nowhere', arguments: {} },
        { name: 'hidden', arguments: {} },
      ],
    ]);
    const names = [...OFFERED, 'read_artifact', 'read_artifact_lines', 'search_artifact'].join(', ');
    expect(last()).toEqual([
      'seen 1',
      `There is no tool 'nowhere'; the tools there are: ${names}`,
      `There is no tool 'hidden'; the tools there are: ${names}`,
    ]);
  });

  test('H61: arguments that are not JSON -> an error that quotes them, not run', async () => {
    await play([[{ name: 'look', arguments: '{bad json' }]]);
    expect(last()).toEqual(["The arguments of 'look' are not JSON, so it was not run: {bad json"]);
    expect(runs).toEqual([]);
  });

  test('H62: 40 calls at once -> at most 16 run together, all are answered in order', async () => {
    await play([Array.from({ length: 40 }, (_, n) => ({ name: 'slow', arguments: { n } }))]);
    expect(last()).toEqual(Array.from({ length: 40 }, (_, n) => String(n)));
    expect(mostRunning).toBeLessThanOrEqual(16);
    expect(mostRunning).toBeGreaterThan(1);
  });
});

describe('the limits of a tool', () => {
  test('temporary errors, a timeout, one slot -> retried, distinguished, one after another', async () => {
    mostRunning = 0;
    await play([
      [
        { name: 'busy', arguments: { until: 3 } },
        { name: 'busy', arguments: { until: 9 } },
        { name: 'hung', arguments: { retry: true } },
        ...[1, 2, 3].map((n) => ({ name: 'narrow', arguments: { n } })),
      ],
    ]);
    expect(last()).toEqual([
      'ready after 3',
      'busy failed: not now (tried 3 times)',
      'hung took longer than 60 ms and was canceled; its outcome is unknown, and it was not run again',
      '1',
      '2',
      '3',
    ]);
    expect(runs.filter((run) => run === 'hung')).toHaveLength(1);
    expect(mostRunning).toBe(1);
  });

  test('a tool reports progress -> readers see the last text, cut, and the model does not', async () => {
    system.model.reply(toolCalls([{ name: 'pages', arguments: {} }]), text('done'));
    const conversation = conversationOf();
    const { turnId } = await conversation.submit('go');
    const told: string[] = [];
    for await (const event of conversation.stream(turnId)) {
      if (event.type !== 'tool-progress') continue;
      expect([event.call, event.name, event.text.length <= 500]).toEqual(['1.1', 'pages', true]);
      told.push(event.text.slice(0, 6));
      if (event.text.startsWith('3 of 3')) endReading();
    }
    expect(told).toContain('3 of 3');
    expect(told).not.toContain('2 of 3');
    expect(last()).toEqual(['read']);
  });
});

async function play(
  steps: readonly Parameters<typeof toolCalls>[0][],
  conversation = conversationOf(),
): Promise<void> {
  system.model.reply(...steps.map((calls) => toolCalls(calls)), text('done'));
  expect((await conversation.ask('go')).text).toBe('done');
}

function last(): string[] {
  return results(system.model.requests.at(-1));
}

function conversationOf() {
  return system.client.conversation({ flow: 'reads', user: system.newUser() });
}
