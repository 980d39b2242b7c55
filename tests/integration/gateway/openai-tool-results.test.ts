import OpenAI from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat } from '../../../flow/kinds/node-kinds.js';
import {
  lastToolResults,
  offeredTools,
  text,
  toolCalls,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_ANTHROPIC_MODEL, SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  const bare = (slug: string, config: object = {}) =>
    defineFlow({
      slug,
      name: 'An agent without tools of its own',
      nodes: {
        chat: chat(),
        answer: agent({ model: SCRIPTED_MODEL, extraConfig: { contextWindow: 32_000 }, ...config }),
      },
      edges: [['chat', 'answer']],
    });
  const flows = [
    bare('bare'),
    bare('unstored', { artifacts: false }),
    bare('claude', { model: SCRIPTED_ANTHROPIC_MODEL }),
  ];
  system = await startTestSystem(inject('environment'), { flows });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const weather: ChatCompletionTool = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'The weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
const question: ChatCompletionMessageParam = { role: 'user', content: 'How is it in Rome?' };
const clientOf = (user: string) =>
  new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0 }).chat.completions;
const askRome = () => toolCalls([{ id: 'call_rome', name: 'weather', arguments: { city: 'Rome' } }]);

describe("results of a caller's tools", () => {
  const READERS = ['read_artifact', 'read_artifact_lines', 'search_artifact'];
  const withResults = (...results: string[]): ChatCompletionMessageParam[] => [
    question,
    {
      role: 'assistant',
      tool_calls: results.map((_result, at) => ({
        id: `x${at}`,
        type: 'function',
        function: { name: 'weather', arguments: JSON.stringify({ city: `City ${at}` }) },
      })),
    },
    ...results.map((content, at) => ({ role: 'tool' as const, tool_call_id: `x${at}`, content })),
  ];
  const LARGE = JSON.stringify({ days: Array.from({ length: 700 }, (_, day) => ({ day, sky: 'clear' })) });

  test.each(['bare', 'claude'])(
    "H14: large results, and the agent of '%s' has no tools of its own -> pointers that the model reads back",
    async (flow) => {
      system.model.reply(
        toolCalls([
          { name: 'search_artifact', arguments: { name: 'weather-1.2.txt', pattern: '"day":699' } },
        ]),
        text('Clear on day 699.'),
      );
      const { choices } = await clientOf(system.newUser()).create({
        model: flow,
        messages: withResults('Mild.', LARGE, LARGE),
        tools: [weather],
      });
      expect(choices[0]!.message.content).toBe('Clear on day 699.');
      const asked = system.model.requests.filter((request) =>
        offeredTools(request).includes('search_artifact'),
      );
      expect(offeredTools(asked.at(-1)!)).toEqual(['weather', ...READERS]);
      const [mild, one, other] = lastToolResults(asked.at(-2)!);
      expect(mild!.text).toBe('Mild.');
      expect(one!.text).toMatch(
        /^Too large: \d+ of \d+ tokens; stored as artifact:weather-1\.2\.txt; read it with [^]*\{"days":[^]*699/,
      );
      expect(other!.text).toContain('artifact:weather-1.3.txt');
      expect(lastToolResults(asked.at(-1)!)[0]!.text).toContain('"day":699');
      expect(JSON.stringify(asked.at(-2)!.body)).not.toContain('"is_error":true');
    },
  );

  test('H14: large results, and no tool may be called -> cut to their beginning and end, and stored', async () => {
    const user = system.newUser();
    system.model.reply(text('Clear.'));
    await clientOf(user).create({ model: 'bare', messages: withResults(LARGE, LARGE) });
    const sent = system.model.requests.at(-1)!;
    expect(offeredTools(sent)).toEqual([]);
    for (const { text: shown } of lastToolResults(sent)) {
      expect(shown).toMatch(
        /^Too large: \d+ of \d+ tokens; the rest is stored, but no tool of this call reads it\.\n\n\{"days":/,
      );
      expect(shown).toMatch(/"day":699,"sky":"clear"\}\]\}$/);
    }
    const stored = await system.db
      .selectFrom('artifact')
      .innerJoin('execution', 'execution.id', 'execution_id')
      .select('content')
      .where('execution.user_id', '=', user)
      .execute();
    expect(stored.map(({ content }) => content.toString())).toEqual([LARGE, LARGE]);
  });

  test('H13: a large result, and the flow stores no artifacts -> cut, with the advice to narrow the query', async () => {
    system.model.reply(text('Clear.'));
    await clientOf(system.newUser()).create({
      model: 'unstored',
      messages: withResults(LARGE),
      tools: [weather],
    });
    const [shown] = lastToolResults(system.model.requests.at(-1)!);
    expect(shown!.text).toMatch(/the rest was not stored: narrow the query [^]*\{"days":[^]*"day":699/);
    expect(offeredTools(system.model.requests.at(-1)!)).toEqual(['weather']);
  });

  test('the same large result in the next request -> the same pointer, so that the prefix stays cached', async () => {
    const completions = clientOf(system.newUser());
    system.model.reply(askRome(), text('Clear.'));
    const messages = withResults(LARGE);
    const asked = await completions.create({ model: 'bare', messages, tools: [weather] });
    const answer = asked.choices[0]!.message;
    const [first] = lastToolResults(system.model.requests.at(-1)!);
    await completions.create({
      model: 'bare',
      messages: [
        ...messages,
        answer,
        { role: 'tool', tool_call_id: answer.tool_calls![0]!.id, content: 'Mild.' },
      ],
      tools: [weather],
    });
    const results = system.model.requests.at(-1)!.messages.filter(({ role }) => role === 'tool');
    expect(results.map(({ content }) => content)).toEqual([first!.text, 'Mild.']);
  });
});
