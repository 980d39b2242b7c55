import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { registerFlows } from '../../../store/flows/flows.js';
import {
  lastToolResults,
  offeredTools,
  text,
  toolCalls,
  type ModelRequest,
  type Reply,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from './fixtures/agent-flow.js';
import { isCompaction, toRoles, requestText } from './fixtures/requests.js';
import { compactions, modelCalls } from './fixtures/rows.js';
import { words } from './fixtures/words.js';

const SMALL = { window: 4_000, maxOutputTokens: 400 };
const LONG = Array.from({ length: 600 }, (_, line) => `Line ${line} of a long letter.`).join('\n');

const note = defineTool({
  name: 'note',
  description: 'Takes a note.',
  input: z.object({}),
  execute: () => 'noted',
});

let answer: (request: ModelRequest) => Reply = () => text('fine');
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      agentFlow({ slug: 'reader', tools: ['note'], ...SMALL }),
      agentFlow({ slug: 'reader-anthropic', tools: ['note'], model: SCRIPTED_ANTHROPIC_MODEL, ...SMALL }),
      agentFlow({ slug: 'plain', ...SMALL }),
      agentFlow({ slug: 'strict', oversize: 'refuse', ...SMALL }),
    ],
    tools: [note],
    model: { script: (request) => (isCompaction(request) ? text('A letter.') : answer(request)) },
  });
});
afterAll(() => system?.stop());

describe('what cannot fit', () => {
  test.each([
    ['the system prompt', { system: words(3_700) }],
    ['a prompt larger than it', { system: words(5_000) }],
    ['with the tools, the prompt', { system: words(3_570), tools: ['note'] }],
  ])(
    '%s fills the window -> Context.CannotFit with the numbers, no model is called',
    async (name, config) => {
      await registerFlows(system.db, [agentFlow({ slug: 'full', ...SMALL, ...config })]);
      const conversation = conversationOf('full');
      const before = system.model.requests.length;
      const asked = { text: 'What about the first one?', turnId: 'one' };
      const { executionId } = await conversation.submit(asked);
      const error: unknown = await conversation.ask(asked).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ type: 'Context.CannotFit' });
      const { message } = error as Error;
      expect(message.startsWith('The system prompt alone')).toBe(name === 'a prompt larger than it');
      expect(message).toMatch(/window of 4000 tokens reserves 400 for the answer/);
      expect(message).toMatch(/the system prompt uses \d{4}, and the tools use \d+/);
      expect(system.model.requests.length).toBe(before);
      expect(await modelCalls(system, executionId)).toEqual([]);
      await registerFlows(system.db, [agentFlow({ slug: 'full', ...SMALL })]);
      await conversation.ask('And the second?');
      const request = system.model.requests.at(-1)!;
      expect(toRoles(request)).toEqual(['system', 'user']);
      expect(request.text).toBe('What about the first one?\n\nAnd the second?');
    },
  );

  test('a threshold that would compact every call, detected only now -> fails at once, without endless retries', async () => {
    const other = await startTestSystem(inject('environment'), {
      flows: [agentFlow({ slug: 'plain', ...SMALL })],
      settings: { compactionPct: 10 },
    });
    const conversation = other.client.conversation({ flow: 'plain', user: other.newUser() });
    await expect(conversation.ask('hi')).rejects.toMatchObject({
      type: 'Context.Invalid',
      message: expect.stringMatching(/every call would be compacted/),
    });
    await other.stop();
  });
});

describe('a user message larger than the window', () => {
  test.each([['reader'], ['reader-anthropic']])(
    'P32: %s -> cut inside; read_artifact reads all of it back by the name in the marker',
    async (slug) => {
      const pages: string[] = [];
      answer = readerOf(pages);
      const { executionId } = await conversationOf(slug).ask(LONG);
      expect(pages.join('')).toBe(LONG);
      const [call] = await modelCalls(system, executionId);
      expect(call!.manifest.left).toMatchObject([{ from: 'conversation', first: 1, rule: 'cut' }]);
      expect(call!.manifest.tokens).toBeLessThanOrEqual(call!.manifest.budget);
    },
  );

  test('P32: without tools -> cut inside, and stored as the marker states', async () => {
    answer = () => text('fine');
    const conversation = conversationOf('plain');
    await conversation.ask(LONG);
    const request = system.model.requests.at(-1)!;
    expect(request.text).toMatch(
      /^Line 0 [^]*\[… \d+ tokens left out here; the whole message is stored …\][^]*Line 599/,
    );
    expect(offeredTools(request)).toEqual([]);
    expect((await conversation.history()).messages.at(-1)).toMatchObject({ text: LONG });
  });

  test('outside a conversation -> the same, by the name input', async () => {
    const pages: string[] = [];
    answer = readerOf(pages);
    const { result } = await system.client.executions.start({ flow: 'reader', text: LONG });
    await result();
    expect(pages.join('')).toBe(LONG);
    expect(system.model.requests.at(-1)!.text).toContain("name 'input'");
  });

  test('P32: oversize is refuse -> Context.CannotFit, no model is called; the next turn is answered', async () => {
    answer = () => text('fine');
    const conversation = conversationOf('strict');
    const before = system.model.requests.length;
    await expect(conversation.ask(LONG)).rejects.toMatchObject({
      type: 'Context.CannotFit',
      message: expect.stringMatching(/may not be cut/),
    });
    expect(system.model.requests.length).toBe(before);
    await conversation.ask('In short then: hello');
    expect(requestText(system.model.requests.at(-1)!)).toContain('In short then: hello');
  });
});

describe('a message that fits alone, but not beside older messages', () => {
  test('-> is sent alone, nothing is compacted for it', async () => {
    answer = () => text('fine');
    const conversation = conversationOf('strict');
    await conversation.ask(words(1_000));
    const { executionId } = await conversation.ask(words(3_200, 'green'));
    expect(await compactions(system, executionId)).toEqual([]);
    const request = system.model.requests.at(-1)!;
    expect(toRoles(request)).toEqual(['system', 'user']);
    expect(request.text).toBe(words(3_200, 'green'));
    expect((await modelCalls(system, executionId)).at(-1)!.manifest.left).toMatchObject([
      { from: 'conversation', first: 1, last: 2, rule: 'budget' },
    ]);
  });
});

function readerOf(pages: string[]): (request: ModelRequest) => Reply {
  let name: string | undefined;
  return (request) => {
    name ??= /read_artifact reads them, name '([^']+)'/.exec(request.text)?.[1];
    expect(offeredTools(request)).toContain('read_artifact');
    const [result] = lastToolResults(request);
    const page = /^characters \d+-\d+ of \d+; (?:next offset: (\d+)|end)\n([^]*)$/.exec(result?.text ?? '');
    if (page !== null) pages.push(page[2]!);
    if (page !== null && page[1] === undefined) return text('I have read all of it.');
    return toolCalls([{ name: 'read_artifact', arguments: { name, offset: Number(page?.[1] ?? 0) } }]);
  };
}

function conversationOf(slug: string) {
  return system.client.conversation({ flow: slug, user: system.newUser() });
}
