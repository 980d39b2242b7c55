import { afterAll, describe, expect, test } from 'vitest';
import { createWorkspace } from './run-threadline.js';

const workspace = createWorkspace();
afterAll(() => workspace.cleanUp());

const user = (content: unknown) => ({ role: 'user', content });
const call = { type: 'tool-call', toolCallId: 'call_1', toolName: 'search', input: { query: 'x' } };
const output = { type: 'text', value: 'row '.repeat(3_000) };
const result = { type: 'tool-result', toolCallId: 'call_1', toolName: 'search', output };

describe('threadline plan', () => {
  test('transcripts and invalid lines -> a plan or an error for each in order, 1', async () => {
    const messages = [{ role: 'system', content: 'Be kind.' }, user('Hello'), user('')];
    const lines = [
      JSON.stringify({ id: 'plain', model: 'gpt-4', messages, settings: { maxOutputTokens: 1_000 } }),
      '',
      JSON.stringify({ id: 2, model: 'gpt-4', messages: [user('x'), { role: 'human' }] }),
      'nope',
      JSON.stringify({
        id: 'tools',
        model: 'claude-sonnet-4-5',
        messages: [
          user('Find it'),
          { role: 'assistant', content: [call] },
          { role: 'tool', content: [result] },
        ],
        settings: { contextWindow: 4_000, compaction: false },
      }),
      JSON.stringify({ id: 'refused', model: 'x', messages, settings: { window: 1 } }),
      JSON.stringify({ model: 'gpt-4o', messages: [] }),
    ];
    const { exitCode, stdout, stderr } = await workspace.run(['plan', '--json'], lines.join('\n'));
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      {
        id: 'plain',
        verdict: 'ready',
        window: 8_192,
        reserve: 1_000,
        reserveFrom: 'maxOutputTokens',
        systemTokens: 7,
        toolTokens: 0,
        budget: 7_185,
        tokens: 5,
        messages: messages.slice(0, 2),
        warnings: [],
        left: [{ index: 2, rule: 'hygiene', tokens: 4 }],
      },
      {
        id: 2,
        error:
          "Message 1 has the role 'human': it must be system, developer, user, assistant, tool, function",
      },
      { error: expect.stringMatching(/^Line 4 is not JSON/) },
      expect.objectContaining({
        id: 'tools',
        verdict: 'ready',
        budget: 3_000,
        messages: expect.arrayContaining([
          {
            role: 'tool',
            content: [
              {
                ...result,
                output: {
                  type: 'text',
                  value: expect.stringMatching(
                    /^Too large: \d+ of \d+ tokens; the rest does not fit this request/,
                  ),
                },
              },
            ],
          },
        ]),
        left: [{ index: 2, rule: 'spilled', tokens: expect.any(Number) }],
      }),
      { id: 'refused', error: expect.stringMatching(/^Setting 'window' is unknown/) },
      expect.objectContaining({ verdict: 'cannot-fit', tokens: 0, messages: [] }),
    ]);
  });

  test('only transcripts -> 0, without a server or a database', async () => {
    const line = JSON.stringify({ model: 'gpt-4o', messages: [user('Hello')] });
    const { exitCode, stdout } = await workspace.run(['plan'], `${line}\n`.repeat(3));
    expect({ exitCode, lines: stdout.split('\n').length }).toEqual({ exitCode: 0, lines: 4 });
  });

  const exported = (value: string) => ({
    conversation_id: value,
    current_node: 'a',
    mapping: { a: { parent: null, message: { author: { role: 'user' }, content: text(value) } } },
  });
  const text = (value: string) => ({ content_type: 'text', parts: [value] });

  test("unmodified files of other programs -> one plan for each transcript, its lines in 'left'", async () => {
    const session = [
      { type: 'summary', summary: 'A chat', leafUuid: 'a1' },
      { type: 'user', uuid: 'u1', parentUuid: null, sessionId: 's1', message: user('') },
      { type: 'user', uuid: 'u2', parentUuid: 'u1', sessionId: 's1', message: user('Hello') },
    ];
    const lines = session.map((record) => JSON.stringify(record)).join('\n');
    const one = await workspace.run(['plan', '--model', 'claude-opus-4-6'], lines);
    expect({ exitCode: one.exitCode, plan: JSON.parse(one.stdout) as unknown }).toMatchObject({
      exitCode: 0,
      plan: {
        id: 's1',
        format: 'claude-code',
        model: 'claude-opus-4-6',
        messages: [user('Hello')],
        left: [{ index: 0, rule: 'hygiene', tokens: 6, line: 2 }],
      },
    });
    const list = JSON.stringify([exported('One'), { mapping: {} }, exported('Two')], null, 2);
    const settings = ['--settings', '{"contextWindow":9000}'];
    const many = await workspace.run(['plan', '--model', 'gpt-4o', ...settings], list);
    expect(many.exitCode).toBe(1);
    expect(
      many.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { id: 'One', format: 'chatgpt', window: 9_000, messages: [{ content: [{ text: 'One' }] }] },
      { error: expect.stringMatching(/^Line \d+: 'current_node' names node 'undefined'/) },
      { id: 'Two', format: 'chatgpt' },
    ]);
  });

  test('no model, an unknown form, an invalid format -> an error with the remedy, 1 or 2', async () => {
    const noModel = await workspace.run(['plan'], JSON.stringify(exported('One')));
    const unknown = await workspace.run(['plan'], '{"foo":1,"bar":2}');
    expect(
      [noModel, unknown].map(({ exitCode, stdout }) => [exitCode, JSON.parse(stdout) as unknown]),
    ).toEqual([
      [1, { error: 'The transcript names no model: pass one with --model' }],
      [
        1,
        {
          error: `Field 'model' is missing: pass the name of a model. No known format has the fields 'foo', 'bar': known formats are lines, chatgpt, claude-code, codex, pi, openhands, sharegpt`,
        },
      ],
    ]);
    expect((await workspace.run(['plan', '--format', 'word'])).exitCode).not.toBe(0);
  });

  test('no transcript -> an error, 2', async () => {
    const { exitCode, stdout, stderr } = await workspace.run(['plan']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('Standard input has no transcript');
  });
});
