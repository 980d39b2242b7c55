import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { STEP_LIMIT_ANSWER } from '../../../activities/answer-settings.js';
import {
  lastToolResults,
  offeredTools,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
  type ToolCallInput,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { calculate } from '../../../extend/tools/calculate.js';
import { currentTime } from '../../../extend/tools/current-time.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { isCompaction, toRoles } from './fixtures/requests.js';
import { modelCalls } from './fixtures/rows.js';
import { words } from './fixtures/words.js';

const ANTHROPIC = { model: SCRIPTED_ANTHROPIC_MODEL };
const TOOLS = ['chunk', 'failing', 'calculate', 'current_time'];
const CHUNK = words(1_200);

let running = 0;
let mostRunning = 0;
let chunksRun: number[] = [];
const chunk = defineTool({
  name: 'chunk',
  description: 'Reads a chunk.',
  input: z.object({ n: z.number(), size: z.number().default(1_200) }),
  async execute({ n, size }) {
    chunksRun.push(n);
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await sleep(30);
    running -= 1;
    return `${words(size)} ${n}`;
  },
});
const failing = defineTool({
  name: 'failing',
  description: 'Fails.',
  input: z.object({ n: z.number() }),
  execute: ({ n }) => {
    throw new Error(`no ${n}`);
  },
});

let answer: (request: ModelRequest) => Reply;
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'openai', tools: TOOLS }),
      agentFlow({ slug: 'small', tools: TOOLS, window: 8_192, maxOutputTokens: 1_000 }),
      agentFlow({ slug: 'anthropic', tools: TOOLS, ...ANTHROPIC }),
      agentFlow({ slug: 'small-openai', tools: TOOLS, window: 8_192 }),
      agentFlow({ slug: 'small-anthropic', tools: TOOLS, window: 8_192, ...ANTHROPIC }),
      agentFlow({ slug: 'limited', tools: TOOLS, maxSteps: 2 }),
    ],
    tools: [chunk, failing, calculate, currentTime],
    model: { script: (request) => (isCompaction(request) ? text('Chunks were read.') : answer(request)) },
  });
});
afterAll(() => system?.stop());

describe('tools called at once', () => {
  test.each(['openai', 'anthropic'])(
    '%s: sixteen results that fill the window twice over -> all are sent, whole or as pointers that can be read',
    async (wire) => {
      chunksRun = [];
      const seen: string[][] = [];
      const name = (text: string) => /artifact:(chunk-1\.\d+\.txt)/.exec(text)?.[1];
      answer = (request) => {
        const results = lastToolResults(request).map((result) => result.text);
        seen.push(results);
        if (results.length === 0) return toolCalls(chunkCalls(16));
        if (results.length < 16) return text('done');
        return toolCalls([{ name: 'read_artifact', arguments: { name: results.map(name).find(Boolean) } }]);
      };
      const { executionId } = await ask(`small-${wire}`);
      const [, results, page] = seen;
      expect(seen).toHaveLength(3);
      for (const [index, result] of results!.entries())
        expect([`${CHUNK} ${index + 1}`, `chunk-1.${index + 1}.txt`]).toContain(name(result) ?? result);
      expect(page![0]).toMatch(/^characters 0-\d+ of \d+; (next offset: \d+|end)\nriver river/);
      expect(chunksRun.sort((one, other) => one - other)).toEqual(
        chunkCalls(16).map((call) => call.arguments.n),
      );
      const [, second] = await modelCalls(system, executionId);
      expect(second!.manifest.pointers?.length).toBeGreaterThan(0);
      expect(second!.manifest.tokens).toBeLessThanOrEqual(second!.manifest.budget);
    },
  );

  test('H62: 40 calls -> at most 16 at once, all answered in order', async () => {
    mostRunning = 0;
    let ids: readonly string[] = [];
    answer = (request) => {
      ids = lastToolResults(request).map(({ id }) => id);
      return ids.length === 0
        ? toolCalls(chunkCalls(40).map((call) => ({ ...call, id: `call_${call.arguments.n}` })))
        : text('done');
    };
    await ask('openai');
    expect(ids).toEqual(chunkCalls(40).map(({ arguments: { n } }) => `call_${n}`));
    expect(mostRunning).toBeGreaterThan(1);
    expect(mostRunning).toBeLessThanOrEqual(16);
  });
});

describe('a call that was made before', () => {
  test('H59: the same arguments again -> refused; allowed again when its result was evicted', async () => {
    chunksRun = [];
    const results: string[] = [];
    const plan = [1, 1, 2, 3, 4, 5, 6, 1];
    answer = (request) => {
      results.push(...lastToolResults(request).map((result) => result.text));
      const n = plan[results.length];
      return n === undefined ? text('done') : toolCalls([{ name: 'chunk', arguments: { n } }]);
    };
    await ask('small');
    expect(results[1]).toMatch(/'chunk' has already been called during this session/);
    expect(results[7]).toBe(`${CHUNK} 1`);
    expect(chunksRun).toEqual([1, 2, 3, 4, 5, 6, 1]);
  });

  test('the same arguments twice in one step, keys in another order -> run once', async () => {
    chunksRun = [];
    let results: string[] = [];
    answer = (request) => {
      results = lastToolResults(request).map((result) => result.text);
      const calls = ['{"n":7,"m":1}', '{"m":1,"n":7}'].map((json) => ({ name: 'chunk', arguments: json }));
      return results.length === 0 ? toolCalls(calls) : text('done');
    };
    await ask('openai');
    expect(chunksRun).toEqual([7]);
    expect(results[1]).toMatch(/already been called/);
  });
});

describe('an agent in a loop', () => {
  const sum = { name: 'calculate', arguments: { expression: '6*7' } };
  const time = { name: 'current_time', arguments: {} };
  test.each<[string, string, (step: number) => ToolCallInput[], RegExp]>([
    ['three identical calls', 'openai', () => [sum], /'calculate' was called 3 times in a row/],
    ['three identical calls', 'anthropic', () => [sum], /'calculate' was called 3 times in a row/],
    ['A-B-A-B-A-B', 'openai', () => [sum, time], /'calculate' and 'current_time' were called in turn/],
    [
      'H67: three steps of only errors',
      'openai',
      (n) => [{ name: 'failing', arguments: { n } }],
      /last 3 steps failed/,
    ],
  ])('%s, %s -> a nudge, twice, then a forced answer without tools', async (_name, slug, calls, words) => {
    const notes: string[] = [];
    answer = (request) => {
      notes.push(/^\[Automatic note:[^]*\]$/.exec(request.text)?.[0] ?? '');
      return canCall(request) ? toolCalls(calls(notes.length)) : text('forced');
    };
    const { text: said, executionId } = await ask(slug);
    expect(said).toBe('forced');
    expect(notes.map((note) => note !== '')).toEqual([false, false, false, true, true, true]);
    for (const note of notes.slice(3)) expect(note).toMatch(words);
    expect(notes.at(-1)).toContain('No more tools can be called.');
    expect((await modelCalls(system, executionId)).map(({ guard }) => guard)).toEqual([
      ...[null, null, null],
      ...['nudge', 'nudge', 'forced'],
    ]);
  });

  test('a query repeated with compactions between -> a nudge, twice, then a forced answer', async () => {
    const fill = (from: number) => Array.from({ length: 7 }, (_, at) => from + at);
    const plan = [1, ...fill(10), 1, ...fill(20), 1, 1, 1];
    const notes: string[] = [];
    answer = (request) => {
      if (isCompaction(request)) return text('Chunks were read.');
      const note = /^\[Automatic note:[^]*\]$/.exec(request.text)?.[0];
      if (note !== undefined) notes.push(note);
      const n = plan.shift() ?? 1;
      return canCall(request) ? toolCalls([{ name: 'chunk', arguments: { n, size: 900 } }]) : text('forced');
    };
    const { text: said, executionId } = await ask('small');
    expect(said).toBe('forced');
    expect(notes[0]).toMatch(/'chunk' was called 3 times .*although summaries have its results/);
    const calls = await modelCalls(system, executionId);
    expect(calls.filter(({ purpose }) => purpose === 'compaction').length).toBeGreaterThanOrEqual(2);
    expect(calls.flatMap(({ guard }) => guard ?? [])).toEqual(['nudge', 'nudge', 'forced']);
  });

  test('a different call after a nudge -> continues with tools', async () => {
    let step = 0;
    answer = (request) => {
      step += 1;
      if (step <= 3) return toolCalls([sum]);
      return step === 4 ? toolCalls([time]) : text(canCall(request) ? 'free' : 'forced');
    };
    expect((await ask('openai')).text).toBe('free');
  });

  test('P43: the step limit, and still a tool call -> a message that states it; the next turn sees no tool call', async () => {
    answer = () => toolCalls([sum]);
    const conversation = system.client.conversation({ flow: 'limited', user: system.newUser() });
    expect((await conversation.ask('go')).text).toBe(STEP_LIMIT_ANSWER);
    answer = () => text('fine');
    await conversation.ask('again');
    const request = system.model.requests.at(-1)!;
    expect(toRoles(request)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(JSON.stringify(request.messages)).not.toContain('calculate');
  });
});

function canCall(request: ModelRequest): boolean {
  const choice = JSON.stringify(request.body['tool_choice'] ?? '');
  return offeredTools(request).length > 0 && !choice.includes('none');
}

function chunkCalls(count: number) {
  return Array.from({ length: count }, (_, index) => ({ name: 'chunk', arguments: { n: index + 1 } }));
}

function ask(slug: string) {
  return system.client.conversation({ flow: slug, user: system.newUser() }).ask('Go.');
}
