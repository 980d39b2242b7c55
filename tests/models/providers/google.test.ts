import type {
  LanguageModelV3FunctionTool,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultOutput,
} from '@ai-sdk/provider';
import { afterEach, describe, expect, test } from 'vitest';
import { toModelFailure } from '../../../models/failures/to-model-failure.js';
import { reasoningOptions } from '../../../models/providers/reasoning-options.js';
import { createModelRegistry } from '../../../models/model-registry.js';
import { readStream, type ModelResponse } from '../../../models/stream/read-stream.js';
import {
  fault,
  lastToolResults,
  startModelServer,
  text,
  toolCalls,
  type ModelServer,
  type ModelServerOptions,
} from '../../../packages/testing/model-server/index.js';

const HELLO: LanguageModelV3Prompt = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
];
const LOOK_UP: LanguageModelV3FunctionTool = {
  type: 'function',
  name: 'look_up',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
};

let server: ModelServer;
afterEach(() => server?.close());

describe('google', () => {
  test('a streamed answer with thoughts -> text, thoughts, usage and finish; the key in its header', async () => {
    const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60, reasoningTokens: 5 };
    await start({ script: [text('Hi there.', { reasoning: 'A greeting.', usage })], apiKey: 'k' });
    const heard: string[] = [];
    const answer = await ask(HELLO, { onText: (delta) => void heard.push(delta) });
    expect(heard.join('')).toBe('Hi there.');
    expect(answer.content.map(({ type }) => type)).toEqual(['reasoning', 'text']);
    expect(answer).toMatchObject({
      usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 60, reasoningTokens: 5 },
      finishReason: 'stop',
      responseId: 'response_1',
    });
    const [request] = server.requests;
    expect(request).toMatchObject({ path: '/v1/models/gemini-3-flash:streamGenerateContent', text: 'Hello' });
    expect(request!.body['systemInstruction']).toEqual({ parts: [{ text: 'Be brief.' }] });
  });

  test('calls with a signature, returned with their results -> accepted, the signature with the first call', async () => {
    await start({
      script: [toolCalls([call('a'), call('b')], { signature: 'c2lnbg==' }), text('Both found.')],
    });
    const first = await ask(HELLO, { tools: [LOOK_UP] });
    expect(first.finishReason).toBe('tool-calls');
    const [signed, plain] = first.toolCalls;
    expect(signed!.providerOptions).toEqual({ google: { thoughtSignature: 'c2lnbg==' } });
    expect(plain!.providerOptions).toBeUndefined();
    const next = await ask([...HELLO, ...answered(first)], { tools: [LOOK_UP] });
    expect(next.content).toEqual([{ type: 'text', text: 'Both found.' }]);
    expect(lastToolResults(server.requests[1]!).map((result) => result.text)).toEqual(['found', 'found']);
    expect(JSON.stringify(server.requests[1]!.body)).toContain('"thoughtSignature":"c2lnbg=="');
  });

  test('a picture -> inline data; several texts of one result -> one result, for older models too', async () => {
    await start({ script: [toolCalls([call('a')]), text('Seen.')] });
    const first = await ask(HELLO, { tools: [LOOK_UP], model: 'google:gemini-2.5-flash' });
    const picture = { type: 'file' as const, mediaType: 'image/png', data: 'iVBORw0KGgo=' };
    const output = {
      type: 'content' as const,
      value: [
        { type: 'text' as const, text: 'one' },
        { type: 'text' as const, text: 'two' },
      ],
    };
    const [system, user] = HELLO;
    const seen = { ...user!, content: [picture] } as LanguageModelV3Prompt[number];
    const prompt = [system!, seen, ...answered(first, output)];
    await ask(prompt, { tools: [LOOK_UP], model: 'google:gemini-2.5-flash' });
    const { body } = server.requests[1]!;
    expect(JSON.stringify(body)).toContain('{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}');
    expect(lastToolResults(server.requests[1]!)).toEqual([
      { id: first.toolCalls[0]!.toolCallId, text: 'one\ntwo' },
    ]);
  });

  test.each([
    ['a limit that says how long', fault.rateLimited({ retryAfter: 36 }), 'Model.RateLimited', 36_000],
    ['overload', fault.status(503), 'Model.Unavailable', undefined],
    ['an unknown model', fault.status(404), 'Model.InvalidRequest', undefined],
    ['a stream that breaks off', fault.cutMidStream('Hi'), 'Model.Unavailable', undefined],
    ['a stream without its end', fault.endEarly('Hi'), 'Model.Unavailable', undefined],
    ['an error in the stream', fault.errorMidStream('Hi'), 'Model.Unavailable', undefined],
  ])('%s -> %#', async (_name, reply, type, delayMs) => {
    await start({ script: [reply] });
    const failure = await failureOf(HELLO);
    expect(failure.type).toBe(type);
    expect(failure.nextRetryDelay ?? undefined).toBe(delayMs);
  });

  test('a wrong key, an input that is too long -> distinguished from an invalid request', async () => {
    await start({ apiKey: 'another' });
    expect(await failureOf(HELLO)).toMatchObject({ type: 'Model.Authentication', nonRetryable: true });
    await start({ contextWindow: 5, countTokens: () => 6 });
    expect((await failureOf(HELLO)).type).toBe('Model.ContextOverflow');
  });
});

describe('reasoningOptions of google', () => {
  test.each([
    ['gemini-3.5-flash', 'none', { thinkingLevel: 'minimal' }],
    ['gemini-3.1-pro-preview', 'minimal', { thinkingLevel: 'low' }],
    ['gemini-flash-latest', 'max', { thinkingLevel: 'high' }],
    ['gemini-2.5-flash', 'none', { thinkingBudget: 0 }],
    ['gemini-2.5-pro', 'none', { thinkingBudget: 128 }],
    ['gemini-2.5-pro', 'medium', { thinkingBudget: 8_192 }],
  ] as const)('%s, %s -> %j', (model, effort, thinkingConfig) => {
    expect(reasoningOptions(`google:${model}`, effort)).toEqual({ google: { thinkingConfig } });
  });
});

async function start(options: ModelServerOptions): Promise<void> {
  await server?.close();
  server = await startModelServer(options);
}

async function ask(
  prompt: LanguageModelV3Prompt,
  {
    tools,
    onText,
    model = 'google:gemini-3-flash',
  }: { tools?: LanguageModelV3FunctionTool[]; onText?: (delta: string) => void; model?: string } = {},
): Promise<ModelResponse> {
  const registry = createModelRegistry({ google: { apiKey: 'k', baseUrl: server.baseUrl } });
  return readStream({ model: await registry.resolve(model), options: { prompt, tools }, onText });
}

async function failureOf(prompt: LanguageModelV3Prompt) {
  const error: unknown = await ask(prompt).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return toModelFailure(error);
}

function call(query: string) {
  return { name: 'look_up', arguments: { query } };
}

function answered(
  { toolCalls: calls }: ModelResponse,
  output: LanguageModelV3ToolResultOutput = { type: 'text', value: 'found' },
): LanguageModelV3Prompt {
  return [
    {
      role: 'assistant',
      content: calls.map(({ input, ...part }) => ({ ...part, input: JSON.parse(input) as unknown })),
    },
    {
      role: 'tool',
      content: calls.map(({ toolCallId, toolName }) => ({
        type: 'tool-result',
        toolCallId,
        toolName,
        output,
      })),
    },
  ];
}
