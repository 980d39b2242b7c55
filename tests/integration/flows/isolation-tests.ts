import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import {
  lastToolResults,
  text,
  toolCalls,
  type ModelRequest,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL, SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { recordingModels } from '../context/fixtures/recording-models.js';
import { requestText } from '../context/fixtures/requests.js';
import { isolatedFlows } from './fixtures/isolated-flows.js';
import { rebuiltRequests } from './fixtures/rebuilt-requests.js';
import { runFlow } from './fixtures/run-flow.js';
import { agentOf, scriptBySystem } from './fixtures/script-by-system.js';
import { spokenIn } from './fixtures/spoken-in.js';

const FORMATS = { openai: SCRIPTED_MODEL, anthropic: SCRIPTED_ANTHROPIC_MODEL };
const NOTE = 'The answers above are those of earlier steps of this flow. Go on from them with your own part.';

const look = defineTool({
  name: 'look',
  description: 'Looks something up.',
  input: z.object({ what: z.string() }),
  execute: ({ what }) => `hidden result of ${what}`,
});
const linger = defineTool({
  name: 'linger',
  description: 'Takes a while.',
  input: z.object({}),
  execute: () => new Promise((resolve) => setTimeout(() => resolve('lingered'), 800)),
});

const recorded: string[] = [];
let system: TestSystem;

export function describeIsolation(format: keyof typeof FORMATS): void {
  beforeAll(async () => {
    system = await startTestSystem(inject('environment'), {
      flows: isolatedFlows(format, FORMATS[format]),
      tools: [look, linger],
      models: recordingModels({ baseUrl: () => system.model.baseUrl, recorded }),
      model: {
        script: scriptBySystem({
          first: (request) => working(request, 'first', 'look'),
          second: (request) => working(request, 'second', 'look'),
          slow: (request) => working(request, 'slow', 'linger'),
          quick: 'answer of quick',
          below: (request) => working(request, 'below', 'look'),
          parent: (request) => working(request, 'parent', 'look'),
        }),
      },
    });
  });
  afterAll(() => system?.stop());

  describe(`isolation in the wire format of ${format}`, () => {
    test('two agents with tools in a flow of five nodes -> the last node sees the user and two answers', async () => {
      recorded.length = 0;
      const { executionId } = await conversationOf(`five-${format}`).ask('What now?');
      const request = lastRequestOf('last');
      expect(spokenIn(request)).toEqual([
        'user: What now?',
        'assistant: answer of first',
        'assistant: answer of second',
        `user: ${NOTE}`,
      ]);
      expect(JSON.stringify(request.body)).not.toMatch(/hidden|look|tool_call|tool_use|thinking of/);
      const calls = await system.client.executions.explain(executionId);
      expect(calls.map(({ nodeId }) => nodeId)).toEqual(['first', 'first', 'second', 'second', 'last']);
      expect(calls.at(-1)!.context.messages.map(({ text: said }) => said)).toEqual(
        spokenIn(request).map((line) => line.slice(line.indexOf(': ') + 2)),
      );
      expect(await rebuiltRequests(system, executionId)).toEqual(recorded);
    });

    test('a second turn -> every node sees the history of the thread and no work of the first turn', async () => {
      const conversation = conversationOf(`five-${format}`);
      await conversation.ask('One?');
      await conversation.ask('Two?');
      expect(spokenIn(lastRequestOf('last'))).toEqual([
        'user: One?',
        'assistant: fine',
        'user: Two?',
        'assistant: answer of first',
        'assistant: answer of second',
        `user: ${NOTE}`,
      ]);
    });

    test.each<[memory: string, history: string[], left: object[]]>([
      ['on', ['user: Earlier?', 'assistant: fine'], []],
      ['off', [], [{ from: 'conversation', first: 1, last: 2, count: 2, rule: 'isolated' }]],
    ])(
      'a prompt, conversationMemory %s -> it stands for the turn, nothing of the flow is seen besides',
      async (memory, history, left) => {
        const conversation = conversationOf(`prompted-${memory}-${format}`);
        await conversation.ask('Earlier?');
        recorded.length = 0;
        const { executionId } = await conversation.ask('Present secret.');
        const request = lastRequestOf('prompted');
        expect(spokenIn(request)).toEqual([...history, 'user: Judge this: answer of first']);
        const call = (await system.client.executions.explain(executionId)).at(-1)!;
        expect(call.context.left).toMatchObject([
          ...left,
          { from: 'conversation', first: 3, last: 3, count: 1, rule: 'isolated' },
        ]);
        expect(await rebuiltRequests(system, executionId)).toEqual(recorded);
      },
    );

    test('a prompt outside a conversation -> it alone, the text it was started with is omitted', async () => {
      const { executionId } = await runFlow(system, { flow: `prompted-on-${format}`, text: 'Secret.' });
      expect(spokenIn(lastRequestOf('prompted'))).toEqual(['user: Judge this: answer of first']);
      const call = (await system.client.executions.explain(executionId)).at(-1)!;
      expect(call.context.left).toMatchObject([{ from: 'input', count: 1, rule: 'isolated' }]);
    });

    test.each<[memory: string, turns: string[]]>([
      ['default', ['user: One?', 'assistant: fine', 'user: Two?']],
      ['on', ['user: One?', 'assistant: fine', 'user: Two?']],
      ['off', ['user: Two?']],
    ])('conversationMemory %s in a conversation -> %j', async (memory, expected) => {
      const conversation = conversationOf(`memory-${memory}-${format}`);
      await conversation.ask('One?');
      const { executionId } = await conversation.ask('Two?');
      expect(spokenIn(lastRequestOf('memory'))).toEqual(expected);
      const [call] = await system.client.executions.explain(executionId);
      expect(call!.context.left.map(({ rule, first, last }) => ({ rule, first, last }))).toEqual(
        memory === 'off' ? [{ rule: 'isolated', first: 1, last: 2 }] : [],
      );
    });

    test.each(['default', 'on', 'off'])(
      'conversationMemory %s outside a conversation -> the text it was started with',
      async (memory) => {
        const { status } = await runFlow(system, { flow: `memory-${memory}-${format}`, text: 'Alone?' });
        expect(status).toBe('completed');
        expect(spokenIn(lastRequestOf('memory'))).toEqual(['user: Alone?']);
      },
    );

    test('systemFallback -> the system prompt again as the first user message, not in the history', async () => {
      const conversation = conversationOf(`fallback-${format}`);
      await conversation.ask('One?');
      recorded.length = 0;
      const { executionId } = await conversation.ask('Two?');
      const request = lastRequestOf('fallback');
      expect(spokenIn(request)).toEqual([
        'user: You are fallback.',
        'user: One?',
        'assistant: fine',
        'user: Two?',
      ]);
      expect(JSON.stringify(request.body).split('You are fallback.')).toHaveLength(3);
      const { messages } = await conversation.history();
      expect(messages.map(({ text: said }) => said)).toEqual(['fine', 'Two?', 'fine', 'One?']);
      expect(await rebuiltRequests(system, executionId)).toEqual(recorded);
    });

    test.each(['slow', 'quick'])(
      'parallel branches, the %s one with two agents -> none sees the other, the merged node both in order',
      async (longer) => {
        await conversationOf(`branches-${longer}-${format}`).ask('Go');
        const [slow, quick] = [answersIn(lastRequestOf('slow')), answersIn(lastRequestOf('quick'))];
        expect(slow).not.toContain('assistant: answer of quick');
        expect(quick).not.toContain('assistant: answer of slow');
        expect(answersIn(lastRequestOf('after'))).toEqual(
          longer === 'slow' ? ['assistant: answer of quick'] : ['assistant: answer of slow'],
        );
        expect(answersIn(lastRequestOf('joined'))).toEqual([
          'assistant: answer of slow',
          'assistant: answer of quick',
          'assistant: fine',
        ]);
      },
    );

    test('P73: a parent with a thread of messages -> the child sees its scoped text, later nodes one message of it', async () => {
      const conversation = conversationOf(`parent-${format}`);
      for (let turn = 1; turn <= 2; turn += 1) await conversation.ask(`Parent secret ${turn}`);
      const { executionId } = await conversation.ask('Parent secret 3');
      for (const request of requestsOf('below').slice(-2)) {
        expect(spokenIn(request)[0]).toBe('user: answer of parent');
        expect(requestText(request)).not.toContain('Parent secret');
      }
      const request = lastRequestOf('last');
      expect(answersIn(request).slice(-2)).toEqual([
        'assistant: answer of parent',
        'assistant: answer of below',
      ]);
      expect(requestText(request)).not.toMatch(/thinking of below|hidden result/);
      const outputs = (await system.client.executions.tree(executionId))[0]!;
      expect(outputs.children).toHaveLength(1);
      const [child] = outputs.children;
      expect((await rebuiltRequests(system, child!.executionId)).length).toBe(2);
      for (const call of await system.client.executions.explain(child!.executionId))
        expect(call.context.messages[0]).toMatchObject({ name: 'input', text: 'answer of parent' });
    });

    test('a template names the output of a child -> its structured result', async () => {
      await conversationOf(`parent-${format}`).ask('Go');
      expect(requestText(lastRequestOf('last'))).toContain('The result was {"message":"answer of below"}.');
    });
  });
}

function working(request: ModelRequest, name: string, tool: string) {
  if (lastToolResults(request).length > 0) return text(`answer of ${name}`);
  return toolCalls([{ name: tool, arguments: tool === 'look' ? { what: name } : {} }], {
    text: `thinking of ${name}`,
  });
}

function conversationOf(flow: string) {
  return system.client.conversation({ flow, user: system.newUser() });
}

function requestsOf(name: string): ModelRequest[] {
  return system.model.requests.filter((request) => agentOf(request) === name);
}

function lastRequestOf(name: string): ModelRequest {
  const request = requestsOf(name).at(-1);
  if (request === undefined) throw new Error(`Agent '${name}' asked nothing`);
  return request;
}

function answersIn(request: ModelRequest): string[] {
  return spokenIn(request).filter((line) => line.startsWith('assistant: '));
}
