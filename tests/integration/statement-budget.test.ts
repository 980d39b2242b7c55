import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import { ReadableStream } from 'node:stream/web';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { countStatements, type StatementCounter } from '../../packages/lab/bench/count-statements.js';
import { FINISH, summarizingModel } from '../../packages/lab/bench/zero-latency-model.js';
import { DEFAULT_TIMING } from '../../activities/dependencies.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { statusQuery } from '../../workflows/definitions.js';

const QUESTION = 'What is the shortest way from here to the station? '.padEnd(110, '.');
const ANSWER = 'Straight on, then left. '.repeat(20).slice(0, 400);
const TURNS = 20;

let system: TestSystem;
let statements: StatementCounter;
beforeAll(async () => {
  statements = countStatements();
  system = await startTestSystem(inject('environment'), {
    flows: [assistantFlow('zero:latency'), { ...assistantFlow('calling:latency'), slug: 'calculator' }],
    models: { zero: () => summarizingModel(ANSWER), calling: callingModel },
    timing: DEFAULT_TIMING,
  });
});
afterAll(async () => {
  await system?.stop();
  statements.stop();
});

describe('statement budget', () => {
  test('a tool-less turn of a grown chat -> 19 of the worker and 1 of the client, begin and commit counted', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const counts = [];
    for (let turn = 1; turn <= TURNS; turn += 1) counts.push(await costOf(conversation));
    const late = counts.slice(-10).sort((one, other) => sum(one) - sum(other));
    expect(late[0], JSON.stringify(counts)).toEqual({ worker: 19, client: 1 });
  });

  test('a turn with one tool call whose older messages are searched -> 34 of the worker and 1 of the client', async () => {
    const conversation = system.client.conversation({ flow: 'calculator', user: system.newUser() });
    const counts = [];
    for (let turn = 1; turn <= TURNS; turn += 1) counts.push(await costOf(conversation));
    const late = counts.slice(-10).sort((one, other) => sum(one) - sum(other));
    expect(late[0], JSON.stringify(counts)).toEqual({ worker: 34, client: 1 });
  });

  test('a turn of a chat with standing requests -> no more statements: requests are read with the window', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    await conversation.ask('Always answer in metric units.');
    const counts = [];
    for (let turn = 1; turn <= 3; turn += 1) counts.push(await costOf(conversation));
    const [least] = counts.sort((one, other) => sum(one) - sum(other));
    expect(least).toEqual({ worker: 16, client: 1 });
  });

  test('a turn of a thread -> 4 more of the worker, at any depth', async () => {
    let at = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    for (let depth = 0; depth <= 3; depth += 1) {
      const counts = [];
      for (let turn = 1; turn <= 3; turn += 1) counts.push(await costOf(at));
      const [least] = counts.sort((one, other) => sum(one) - sum(other));
      expect(least, `depth ${depth}`).toEqual({ worker: depth === 0 ? 16 : 20, client: 1 });
      at = await at.openThread({ message: 2, id: `level-${depth}` });
    }
  });
});

function callingModel(): LanguageModelV3 {
  const answering = summarizingModel(ANSWER);
  return {
    ...answering,
    doStream: (options: LanguageModelV3CallOptions) =>
      options.prompt.some(({ role }) => role === 'tool')
        ? answering.doStream(options)
        : Promise.resolve({ stream: ReadableStream.from(TOOL_CALL) as ReadableStream }),
  };
}

const TOOL_CALL: readonly LanguageModelV3StreamPart[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'tool-call', toolCallId: 'sum', toolName: 'calculate', input: '{"expression":"17 + 4"}' },
  { ...FINISH, finishReason: { unified: 'tool-calls', raw: 'tool_calls' } },
];

async function costOf(conversation: ReturnType<TestSystem['client']['conversation']>) {
  const before = soFar();
  const { executionId } = await conversation.ask(QUESTION);
  await system.temporal.workflow.getHandle(executionId).result();
  const handle = system.temporal.workflow.getHandle(conversation.workflowId);
  await expect.poll(() => handle.query(statusQuery).then(({ state }) => state)).toBe('idle');
  const after = soFar();
  return { worker: after.worker - before.worker, client: after.client - before.client };
}

function soFar() {
  return { worker: statements.of('threadline test'), client: statements.of('threadline client') };
}

function sum({ worker, client }: { worker: number; client: number }): number {
  return worker + client;
}
