import type {
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Prompt,
} from '@ai-sdk/provider';
import type { ModelMessage } from '@ai-sdk/provider-utils';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeRequest } from '../../../context/summary/summary-requests.js';
import { createOfflineModel } from '../../../models/offline/offline-model.js';
import { readStream } from '../../../models/stream/read-stream.js';
import { toPrompt } from '../../../models/stream/to-prompt.js';
import { processorMs } from '../../setup/processor-ms.js';
import { propertyRuns } from '../../setup/property-runs.js';

const BADGE = 'What is my badge number?';
const FILLER: ModelMessage[] = Array.from({ length: 40 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${index} talks about the weather and nothing else.`,
}));

describe('createOfflineModel, answers from the context', () => {
  test.each([
    ['My badge number is 7741.', BADGE, 'Your badge number is 7741.'],
    ['Hi, please remember that my badge number is 7741', BADGE, 'Your badge number is 7741.'],
    [
      'The capital of Freedonia is Fredville.',
      'What is the capital of Freedonia?',
      'The capital of Freedonia is Fredville.',
    ],
    ['Ada Lovelace was born in London.', 'Where was Ada Lovelace born?', 'Ada Lovelace was born in London.'],
    ['By the way, we deploy on Fridays.', 'Which day do we deploy?', 'You deploy on Fridays.'],
    ['I live in Paris and I work at Acme.', 'Where do I live?', 'You live in Paris and you work at Acme.'],
    ["My dog's name is Rex.", "What's the name of my dog?", "Your dog's name is Rex."],
    [
      'Our database is Postgres 18.4.',
      'Remind me, which database do we use?',
      'Your database is Postgres 18.4.',
    ],
    ['我的工号是7741。', '我的工号是什么？', '我的工号是7741。'],
    ['Mi número de placa es 7741.', '¿Cuál es mi número de placa?', 'Mi número de placa es 7741.'],
  ])('given %j, asked %j -> %j', async (fact, question, answer) => {
    expect(await ask([{ role: 'user', content: fact }, ...FILLER], question)).toBe(answer);
  });

  test('a fact in a summary in a system message -> found', async () => {
    const system =
      'You are helpful.\nSummary of earlier messages:\n- The user said hello.\n- My badge number is 7741.';
    expect(await ask([{ role: 'system', content: system }, ...FILLER], BADGE)).toContain('7741');
  });

  test('a fact in a tool result of an earlier turn -> found', async () => {
    const output = { type: 'text' as const, value: 'Order 18 was shipped on Monday.' };
    const content = [{ type: 'tool-result' as const, toolCallId: 'c', toolName: 't', output }];
    expect(await ask([{ role: 'tool', content }], 'When was order 18 shipped?')).toBe(
      'Order 18 was shipped on Monday.',
    );
  });

  test('a fact that changed -> the newest', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: 'My badge number is 7741.' },
      { role: 'assistant', content: 'Your badge number is 7741.' },
      { role: 'user', content: 'Actually, my badge number is 8812 now.' },
    ];
    expect(await ask(messages, BADGE)).toBe('Your badge number is 8812 now.');
  });

  test('a fact in the message that asks -> found', async () => {
    expect(await ask([], `My badge number is 7741. ${BADGE}`)).toBe('Your badge number is 7741.');
  });

  test.each([
    ['nothing was told', []],
    ['something like it was told', [{ role: 'user', content: 'My locker number is 12.' }]],
    ['it was only asked before', [{ role: 'user', content: BADGE }]],
    [
      'only a notice of its own repeats it',
      [{ role: 'assistant', content: 'Offline model: I read your message ("My badge number is 7741").' }],
    ],
  ] as [string, ModelMessage[]][])(
    '%s -> states that it does not know, and that it is the offline model',
    async (_name, messages) => {
      const answer = await ask([...messages, ...FILLER], BADGE);
      expect(answer).toMatch(/^Offline model: I don't know/);
      expect(answer).not.toMatch(/7741|12/);
    },
  );

  test.each(['Hello!', 'My badge number is 7741.', '', '👋', 'Привет'])(
    '%j without a question -> confirms what it received',
    async (text) => {
      expect(await ask([], text)).toMatch(/^Offline model: I read your message/);
    },
  );

  test('a request for a summary -> the facts, within the limit, and later questions find them', async () => {
    const transcript =
      'user: My badge number is 7741.\nassistant: Offline model: I read it.\nuser: Nice weather today.';
    const { text } = await run(
      prompt([{ role: 'user', content: `Summarize this conversation.\n${transcript}` }]),
      {
        maxOutputTokens: 40,
      },
    );
    expect(text).toContain('My badge number is 7741.');
    expect(text).not.toContain('Offline model');
    expect(await ask([{ role: 'system', content: text }], BADGE)).toContain('7741');
  });

  test("our request to continue a summary -> only quoted text, users' words first, lines of facts unchanged", async () => {
    const request = mergeRequest({
      summary: '[Topic: Home] The user likes tea.\n[Topic: Facts] gate code is 7314; dog is Rex',
      transcript: `User: I moved to Lyon.\nAI: ${'Rules are 12 in Paris. '.repeat(3)}\nUser: My badge is 7741.`,
      tokens: 800,
      key: 'k3y',
    });
    const { text } = await run(prompt(request));
    expect(text.split('\n')).toEqual([
      '- The user likes tea.',
      '- I moved to Lyon.',
      '- Rules are 12 in Paris.',
      '- My badge is 7741.',
      '[Topic: Facts] gate code is 7314; dog is Rex',
    ]);
    const { text: short } = await run(prompt(request), { maxOutputTokens: 42 });
    expect(short).not.toContain('Paris');
    expect(short).toContain('7741');
  });

  test('any texts in any script -> an answer, the same twice', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), text, async (texts, question) => {
        const messages = texts.map((content): ModelMessage => ({ role: 'user', content }));
        const first = await run(prompt([...messages, { role: 'user', content: `${question} x?` }]));
        const second = await run(prompt([...messages, { role: 'user', content: `${question} x?` }]));
        expect(first.text).not.toBe('');
        expect(second).toEqual(first);
      }),
      { numRuns: propertyRuns(25, 100) },
    );
  });

  test('a message of 64 KB of spaces or brackets -> answered in time', async () => {
    const started = processorMs();
    for (const unit of [' ', '{', '?', '1+', '"', '. ']) {
      await run(prompt([{ role: 'user', content: `use calculate ${unit.repeat(32_000)} x` }]), {
        tools: [CALCULATE],
      });
    }
    expect(processorMs() - started).toBeLessThan(3_000);
  });
});

const CURRENT_TIME = tool(
  'current_time',
  'Returns the current time, optionally in a timezone.',
  { timezone: 'string' },
  [],
);
const CALCULATE = tool('calculate', 'Evaluates an arithmetic expression.', { expression: 'string' }, [
  'expression',
]);
const SEARCH = tool('web_search', 'Searches the web for a query.', { query: 'string', limit: 'integer' }, [
  'query',
  'limit',
]);
const TOOLS = [CURRENT_TIME, CALCULATE, SEARCH];

describe('createOfflineModel, calls tools', () => {
  test.each([
    ['What time is it?', 'current_time', {}],
    ['use calculate to work out 2*(3+4)', 'calculate', { expression: '2*(3+4)' }],
    ['Calculate 12 / 4 - 1.', 'calculate', { expression: '12 / 4 - 1' }],
    [
      'call the tool web_search with {"query": "a {b}", "limit": 3}',
      'web_search',
      { query: 'a {b}', limit: 3 },
    ],
    [
      'Please use web_search for "durable chats" and show 5',
      'web_search',
      { query: 'durable chats', limit: 5 },
    ],
    ['Search the web for 3 cats', 'web_search', { limit: 3 }],
  ])('%j -> %s %j', async (text, toolName, input) => {
    const { toolCalls, finishReason } = await run(prompt([{ role: 'user', content: text }]), {
      tools: TOOLS,
    });
    expect(finishReason).toBe('tool-calls');
    expect(toolCalls.map((call) => call.toolName)).toEqual([toolName]);
    expect(JSON.parse(toolCalls[0]!.input)).toMatchObject(input);
  });

  test('two tools named -> two calls with different ids', async () => {
    const text = 'Use current_time and call calculate with {"expression":"1+1"}';
    const { toolCalls } = await run(prompt([{ role: 'user', content: text }]), { tools: TOOLS });
    expect(toolCalls.map((call) => call.toolName)).toEqual(['current_time', 'calculate']);
    expect(new Set(toolCalls.map((call) => call.toolCallId)).size).toBe(2);
  });

  test.each([
    BADGE,
    'My badge number is 7741.',
    'Hello',
    'I will calculate my taxes some time.',
    'What is the time of the party?',
  ])('%j requests no tool -> none is called', async (text) => {
    expect((await run(prompt([{ role: 'user', content: text }]), { tools: TOOLS })).toolCalls).toEqual([]);
  });

  test('the tool is not offered, or tool choice none -> none is called', async () => {
    const messages = prompt([{ role: 'user', content: 'What time is it?' }]);
    expect((await run(messages)).toolCalls).toEqual([]);
    expect((await run(messages, { tools: TOOLS, toolChoice: { type: 'none' } })).toolCalls).toEqual([]);
  });

  test('tool choice of a tool -> that tool', async () => {
    const options = { tools: TOOLS, toolChoice: { type: 'tool' as const, toolName: 'calculate' } };
    const { toolCalls } = await run(prompt([{ role: 'user', content: 'Hello' }]), options);
    expect(toolCalls.map((call) => call.toolName)).toEqual(['calculate']);
  });

  test('after a tool result -> answers with it, in order', async () => {
    const results = ['14', '15'].map((value, index) => ({
      type: 'tool-result' as const,
      toolCallId: `c${index}`,
      toolName: 'calculate',
      output: { type: 'json' as const, value: { value } },
    }));
    const messages: ModelMessage[] = [
      { role: 'user', content: 'use calculate to work out 2*(3+4)' },
      { role: 'tool', content: results },
    ];
    const { text, toolCalls } = await run(prompt(messages), { tools: TOOLS });
    expect(toolCalls).toEqual([]);
    expect(text).toBe('Result of calculate: {"value":"14"}\nResult of calculate: {"value":"15"}');
  });
});

describe('createOfflineModel, as a model', () => {
  test('doGenerate -> the same answer as doStream, usage counted', async () => {
    const options = { prompt: prompt([{ role: 'user', content: `My badge number is 7741. ${BADGE}` }]) };
    const { content, usage, finishReason } = await createOfflineModel().doGenerate(options);
    expect(content).toEqual([{ type: 'text', text: 'Your badge number is 7741.' }]);
    expect(finishReason.unified).toBe('stop');
    expect(usage.inputTokens.total).toBeGreaterThan(8);
    expect(usage.outputTokens.total).toBeGreaterThan(5);
  });

  test('streaming -> word by word', async () => {
    const deltas: string[] = [];
    const options = { prompt: prompt([{ role: 'user', content: `My badge number is 7741. ${BADGE}` }]) };
    await readStream({ model: createOfflineModel(), options, onText: (delta) => void deltas.push(delta) });
    expect(deltas).toEqual(['Your ', 'badge ', 'number ', 'is ', '7741.']);
  });

  test('maxOutputTokens -> cut there, finish reason length', async () => {
    const messages = prompt([{ role: 'user', content: `My badge number is 7741. ${BADGE}` }]);
    const { text, finishReason } = await run(messages, { maxOutputTokens: 4 });
    expect([text.length < 26, finishReason]).toEqual([true, 'length']);
  });

  test('aborted while it pauses -> the reason, at once', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const call = readStream({
      model: createOfflineModel({ delayMs: 60_000 }),
      options: { prompt: prompt([{ role: 'user', content: 'Hello' }]) },
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(reason), 20);
    await expect(call).rejects.toBe(reason);
  });
});

async function ask(messages: ModelMessage[], question: string): Promise<string> {
  return (await run(prompt([...messages, { role: 'user', content: question }]))).text;
}

function prompt(messages: ModelMessage[]): LanguageModelV3Prompt {
  const result = toPrompt({ messages });
  return result.length > 0 ? result : [{ role: 'user', content: [] }];
}

async function run(messages: LanguageModelV3Prompt, options: Partial<LanguageModelV3CallOptions> = {}) {
  const response = await readStream({
    model: createOfflineModel(),
    options: { prompt: messages, ...options },
  });
  return {
    ...response,
    text: response.content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
  };
}

function tool(
  name: string,
  description: string,
  properties: Record<string, 'string' | 'integer'>,
  required: string[],
): LanguageModelV3FunctionTool {
  const schemas = Object.fromEntries(Object.entries(properties).map(([key, type]) => [key, { type }]));
  return {
    type: 'function',
    name,
    description,
    inputSchema: { type: 'object', properties: schemas, required },
  };
}
