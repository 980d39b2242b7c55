import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { createStyle } from '../../cli/format/style.js';
import { formatCallNotes } from '../../cli/explain/format-explanation-notes.js';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, chat, reply } from '../../flow/kinds/node-kinds.js';
import { fault, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const OUTPUT = z.object({ city: z.string(), days: z.array(z.object({ rain: z.int() })) });
const GOOD = { city: 'Oslo', days: [{ rain: 3 }] };
const BAD = JSON.stringify({ city: 'Oslo', days: [{ rain: 'much' }] });
const CLAUDE = 'anthropic:claude-sonnet-4-5';

let system: TestSystem;
let failPoint: string | undefined;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      defineFlow({
        slug: 'weather',
        name: 'Weather',
        nodes: {
          chat: chat(),
          read: agent({ model: SCRIPTED_MODEL, tools: ['calculate'], output: OUTPUT }),
          answer: reply({ text: '{{ read.city }}: {{ read.days[0].rain }} mm' }),
        },
        edges: [
          ['chat', 'read'],
          ['read', 'answer'],
        ],
      }),
      flowOf('plain', SCRIPTED_MODEL),
      flowOf('claude', CLAUDE),
    ],
    onPoint: (point) => {
      if (point !== failPoint) return;
      failPoint = undefined;
      throw new Error(`Fault at ${point}`);
    },
  });
});
afterAll(() => system?.stop());

function flowOf(slug: string, model: string) {
  return defineFlow({
    slug,
    name: slug,
    nodes: { chat: chat(), read: agent({ model, output: OUTPUT }) },
    edges: [['chat', 'read']],
  });
}

function conversationOf(flow: string) {
  return system.client.conversation({ flow, user: system.newUser() });
}

function bodies(count: number): Record<string, unknown>[] {
  return system.model.requests.slice(-count).map(({ body }) => body as Record<string, unknown>);
}

describe('the object that a node answers with', () => {
  test('tools, then a wrong answer, then a right one -> the model reads the mistake, once; the fields are the output', async () => {
    system.model.reply(
      toolCalls([{ name: 'calculate', arguments: { expression: '1+2' } }]),
      text(BAD),
      text(`\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``),
    );
    const { executionId, text: said } = await conversationOf('weather').ask('How wet is Oslo?');
    expect(said).toBe('Oslo: 3 mm');
    const [first, , again] = bodies(3);
    expect(first).toMatchObject({
      response_format: {
        type: 'json_schema',
        json_schema: { strict: true, schema: { required: ['city', 'days'] } },
      },
    });
    expect(JSON.stringify(first!.messages)).toContain('valid by this JSON Schema');
    expect(again).not.toHaveProperty('tools');
    expect(JSON.stringify((again!.messages as unknown[]).at(-1))).toContain(
      "Your answer cannot be used: '/days/0/rain' must be integer",
    );
    const calls = await system.client.executions.explain(executionId);
    expect(calls.map(({ errorType }) => errorType)).toEqual([null, 'Model.InvalidAnswer', null]);
    expect(formatCallNotes(calls[0]!, createStyle(false)).join('\n')).toContain(
      "Answer: an object, requested by the provider's setting",
    );
  });

  test('streamed -> the wrong text is discarded', async () => {
    system.model.reply(text(BAD), text(JSON.stringify(GOOD)));
    const conversation = conversationOf('plain');
    const { turnId } = await conversation.submit('And Rome?');
    let shown = '';
    const types: string[] = [];
    for await (const event of conversation.stream(turnId)) {
      types.push(event.type);
      if (event.type === 'reset') shown = '';
      if (event.type === 'text-delta') shown += event.text;
    }
    expect(types).toContain('reset');
    expect(JSON.parse(shown)).toEqual(GOOD);
  });

  test.each(['callModel.answered', 'callModel.stored', 'trimContext.before', 'trimContext.after'])(
    'wrong, then right, and the worker fails once at %s -> one answer, each call counted once',
    async (point) => {
      const lost = point === 'callModel.answered' ? [text(BAD)] : [];
      system.model.reply(...lost, text(BAD), text(JSON.stringify(GOOD)));
      failPoint = point;
      const { executionId, text: said } = await conversationOf('plain').ask('And Rome?');
      expect(JSON.parse(said)).toEqual(GOOD);
      const calls = await system.client.executions.explain(executionId);
      expect(calls.map(({ status }) => status)).toEqual(['completed', 'completed']);
    },
  );

  test('wrong twice -> the turn fails with node, model and place; both answers are paid', async () => {
    system.model.reply(text('Wet.'), text(BAD));
    const conversation = conversationOf('plain');
    const { turnId, executionId } = await conversation.submit('And Rome?');
    const events = [];
    for await (const event of conversation.stream(turnId)) events.push(event);
    expect(events.at(-1)).toMatchObject({
      type: 'failed',
      errorType: 'Model.InvalidAnswer',
      message: expect.stringMatching(
        /Node 'read': model 'openai:scripted' .*'\/days\/0\/rain' must be integer/,
      ),
    });
    const calls = await system.client.executions.explain(executionId);
    expect(calls.map(({ status, outputTokens }) => [status, outputTokens > 0])).toEqual([
      ['completed', true],
      ['completed', true],
    ]);
  });

  test('an endpoint that rejects schemas -> the schema is described in words, for the whole run', async () => {
    system.model.reply(
      fault.status(400, { message: 'response_format is not supported' }),
      text(BAD),
      text(JSON.stringify(GOOD)),
    );
    const { text: said } = await conversationOf('plain').ask('And Rome?');
    expect(JSON.parse(said)).toEqual(GOOD);
    const [refused, told, again] = bodies(3);
    expect(refused).toHaveProperty('response_format');
    expect(told).not.toHaveProperty('response_format');
    expect(JSON.stringify(told!.messages)).toContain('valid by this JSON Schema');
    expect(again).not.toHaveProperty('response_format');
  });

  test("in Anthropic's grammar -> its own setting, without our instructions", async () => {
    system.model.reply(text(JSON.stringify(GOOD)));
    const { text: said, executionId } = await conversationOf('claude').ask('And Rome?');
    expect(JSON.parse(said)).toEqual(GOOD);
    const [body] = bodies(1);
    expect(body).toMatchObject({ output_config: { format: { type: 'json_schema' } } });
    expect(JSON.stringify(body!.messages)).not.toContain('JSON Schema');
    const [call] = await system.client.executions.explain(executionId);
    expect(call!.context.arithmetic!.toolTokens).toBeGreaterThan(20);
  });
});
