import { afterAll, describe, expect, test } from 'vitest';
import { createWorkspace } from './run-threadline.js';

const workspace = createWorkspace();
afterAll(() => workspace.cleanUp());

const user = (content: unknown) => ({ role: 'user', content });
const call = { type: 'tool-call', toolCallId: 'call_1', toolName: 'search', input: { query: 'x' } };
const output = { type: 'text', value: 'row '.repeat(3_000) };
const result = { type: 'tool-result', toolCallId: 'call_1', toolName: 'search', output };

describe('threadline plan', () => {
  test('transcripts and lines that are none -> a plan or an error for each in order, 1', async () => {
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
      { id: 2, error: "Message 1 has the role 'human': it must be system, developer, user, assistant, tool" },
      { error: expect.stringMatching(/^Line 4 is not JSON/) },
      expect.objectContaining({
        id: 'tools',
        verdict: 'ready',
        budget: 3_000,
        messages: expect.arrayContaining([
          {
            role: 'tool',
            content: [
              { ...result, output: { type: 'text', value: expect.stringContaining('artifact:call_1') } },
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

  test('nothing to read -> nothing, 0', async () => {
    expect(await workspace.run(['plan'])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });
});
