import { afterEach, describe, expect, test } from 'vitest';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import {
  countRequest,
  fault,
  PERSONALITIES,
  startModelServer,
  text,
  toolCalls,
  type ModelServer,
  type ModelServerOptions,
  type PersonalityName,
} from '../../../packages/testing/model-server/index.js';
import { errorOf, eventsOf, postChat } from './post-chat.js';

let server: ModelServer;
afterEach(() => server?.close());

const SYSTEM = { role: 'system', content: 'Be brief.' };
const QUESTION = { role: 'user', content: 'Which city is it?' };
const ANSWER = { role: 'assistant', content: 'Paris.' };
const TOOL = {
  type: 'function',
  function: { name: 'look_up', description: 'Looks up.', parameters: { type: 'object', properties: {} } },
};

function callingMessages(id: string, more: object = {}): object[] {
  const call = { id, type: 'function', function: { name: 'look_up', arguments: '{}' } };
  return [
    { role: 'assistant', content: null, tool_calls: [call], ...more },
    { role: 'tool', tool_call_id: id, content: 'Paris' },
  ];
}

interface RuleCase {
  accepted: object[];
  refused: object[];
  status: number;
  message: string;
  tools?: object[];
}

const RULE_CASES: Partial<Record<PersonalityName, RuleCase>> = {
  'qwen-llama.cpp': {
    accepted: [SYSTEM, QUESTION],
    refused: [SYSTEM, SYSTEM, QUESTION],
    status: 500,
    message: 'System message must be at the beginning',
  },
  'qwen-vllm': {
    accepted: [QUESTION],
    refused: [QUESTION, SYSTEM],
    status: 400,
    message: 'System message must be at the beginning',
  },
  minimax: {
    accepted: [QUESTION, SYSTEM],
    refused: [SYSTEM, QUESTION, SYSTEM],
    status: 400,
    message: 'only one system message',
  },
  alternating: {
    accepted: [SYSTEM, QUESTION, ...callingMessages('call_1'), ANSWER, QUESTION],
    refused: [QUESTION, ...callingMessages('call_1'), QUESTION],
    status: 500,
    message: 'Conversation roles must alternate user/assistant/user/assistant/...',
  },
  gemma: {
    accepted: [QUESTION, ANSWER, QUESTION],
    refused: [SYSTEM, QUESTION],
    status: 400,
    message: 'System role not supported',
  },
  'nine-character-ids': {
    accepted: [QUESTION, ...callingMessages('abcDEF123')],
    refused: [QUESTION, ...callingMessages('call_1_0')],
    status: 500,
    message: 'Tool call IDs should be alphanumeric strings with length 9!',
  },
  'reasoning-required': {
    accepted: [QUESTION, ...callingMessages('call_1', { reasoning_content: 'Let me see.' })],
    refused: [QUESTION, ...callingMessages('call_1')],
    status: 400,
    message: 'reasoning_content is missing in assistant tool call message at index 1',
  },
  'no-tools': {
    accepted: [QUESTION],
    refused: [QUESTION],
    tools: [TOOL],
    status: 400,
    message: 'does not support tools',
  },
  'user-last': {
    accepted: [QUESTION, ...callingMessages('call_1')],
    refused: [QUESTION, ANSWER],
    status: 400,
    message: 'The last message must be from the user',
  },
};

describe('a personality of the model server', () => {
  test.each(Object.entries(RULE_CASES))(
    '%s -> refuses requests that break its rule, and records no failure',
    async (name, { accepted, refused, tools, status, message }) => {
      await start({ personality: name as PersonalityName, script: [text('ok')] });
      expect((await postChat(server, { model: 'm', messages: accepted })).status).toBe(200);
      const response = await postChat(server, { model: 'm', messages: refused, tools });
      expect(response.status).toBe(status);
      expect((await errorOf(response)).message).toContain(message);
      expect(server.requests.map(({ refusal }) => refusal?.status)).toEqual([undefined, status]);
      server.assertDone();
    },
  );

  test('without one -> the same requests are accepted', async () => {
    const cases = Object.values(RULE_CASES);
    await start({ script: () => text('ok') });
    for (const { refused, tools } of cases)
      expect((await postChat(server, { model: 'm', messages: refused, tools })).status).toBe(200);
  });

  test.each([
    ['repeated-ids', ['functions.look_up:0', 'functions.look_up:1']],
    ['constant-id', ['call_0', 'call_0']],
    ['empty-ids', ['', '']],
  ] as const)('%s -> its own ids', async (personality, ids) => {
    const two = toolCalls([
      { name: 'look_up', arguments: {} },
      { name: 'look_up', arguments: {} },
    ]);
    await start({ personality, script: [two] });
    const [choice] = ((await (await postChat(server)).json()) as ChatBody).choices;
    expect(choice!.message.tool_calls?.map(({ id }) => id)).toEqual(ids);
  });

  test('reasoning-required -> a thought before each answer', async () => {
    await start({ personality: 'reasoning-required', script: [text('Paris.')] });
    const { choices } = (await (await postChat(server)).json()) as ChatBody;
    expect(choices[0]!.message.reasoning_content).toBe(PERSONALITIES['reasoning-required'].answers.thought);
  });

  test('no-finish-reason -> the stream ends with [DONE] alone', async () => {
    await start({ personality: 'no-finish-reason', script: [text('Paris.')] });
    const events = await eventsOf(await postChat(server, streamed()));
    expect(events.at(-1)).toBe('[DONE]');
    expect(events.slice(0, -1).map((event) => (event as ChatBody).choices[0]?.finish_reason)).toEqual(
      events.slice(0, -1).map(() => null),
    );
  });

  test('json-answer -> one JSON body for a streaming request', async () => {
    await start({ personality: 'json-answer', script: [text('Paris.')] });
    const response = await postChat(server, streamed());
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(((await response.json()) as ChatBody).choices[0]!.message.content).toBe('Paris.');
  });

  test('error-with-200 -> the error in a 200', async () => {
    await start({ personality: 'error-with-200', script: [fault.status(503)] });
    const response = await postChat(server);
    expect(response.status).toBe(200);
    expect(await errorOf(response)).toMatchObject({ type: 'server_error' });
  });

  test('several -> all rules hold', async () => {
    await start({ personality: ['qwen-vllm', 'nine-character-ids'] });
    const broken = await postChat(server, { model: 'm', messages: [QUESTION, SYSTEM] });
    expect((await errorOf(broken)).message).toContain('System message');
    const ids = await postChat(server, { model: 'm', messages: [QUESTION, ...callingMessages('call_1')] });
    expect((await errorOf(ids)).message).toContain('Tool call IDs');
  });

  test.each([
    ['claude-1.3', 'Which city is it?', 1.3],
    ['claude-1.55', 'Which city is it?', 1.55],
    ['gemini-digits', '1234567890 1234567890', 2.2],
  ] as const)('%s -> counts more tokens, in the usage of answers too', async (personality, said, factor) => {
    await start({ personality, script: [text('ok')] });
    const response = await postChat(server, { model: 'm', messages: [{ role: 'user', content: said }] });
    const { usage } = (await response.json()) as ChatBody;
    const [{ tokens = 0 } = {}] = server.requests;
    expect(usage.prompt_tokens).toBe(tokens);
    expect(tokens - 4).toBeGreaterThanOrEqual(Math.floor(factor * countTextTokens(said)));
  });

  test('a window -> one token over is refused with the exact count', async () => {
    const messages = [{ role: 'user', content: 'word '.repeat(100) }];
    const tokens = countRequest({ messages });
    await start({ contextWindow: tokens, script: [text('ok')] });
    expect((await postChat(server, { model: 'm', messages })).status).toBe(200);
    const over = await postChat(server, { model: 'm', messages: [...messages, ANSWER] });
    expect((await errorOf(over)).message).toContain(
      `maximum context length is ${tokens} tokens. However, your messages resulted in ${countRequest({ messages: [...messages, ANSWER] })} tokens`,
    );
  });
});

interface ChatBody {
  readonly choices: readonly {
    readonly finish_reason: string | null;
    readonly message: {
      readonly content: string | null;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly { readonly id: string }[];
    };
  }[];
  readonly usage: { readonly prompt_tokens: number };
}

function streamed(): object {
  return { model: 'm', messages: [QUESTION], stream: true };
}

async function start(options: ModelServerOptions): Promise<void> {
  server = await startModelServer(options);
}
