import { describe, expect, test } from 'vitest';
import { readPlanLine } from '../../../cli/plan/read-plan-line.js';

const LINE = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] };
const message = (one: unknown) => ({ ...LINE, messages: [LINE.messages[0], one] });
const settings = (given: unknown) => ({ ...LINE, settings: given });
const TOOL = { name: 'look_up', description: 'Looks up.', inputSchema: { type: 'object' } };

describe('readPlanLine', () => {
  test.each([
    ['the least', LINE],
    ['a name of no model', { ...LINE, model: '' }],
    ['no messages', { ...LINE, messages: [] }],
    ['a content of null', message({ role: 'assistant', content: null })],
    ['no content', message({ role: 'tool' })],
    ['a list of anything', message({ role: 'user', content: [null, 7, 'x', { type: 'video' }] })],
    ['members of others', { ...LINE, id: 7, source: 'x' }],
    ['a window as a text', settings({ contextWindow: '8000' })],
    [
      'all settings',
      settings({
        contextWindow: 4_000,
        maxOutputTokens: 100,
        tools: [TOOL],
        grammar: 'gemini',
        oversize: 'refuse',
        compaction: false,
      }),
    ],
    ['no tools', settings({ tools: [] })],
  ])('%s -> accepted', (_situation, line) => {
    const { model, messages, settings: given } = readPlanLine(line);
    expect({ model, messages, settings: given }).toEqual({
      model: line.model,
      messages: line.messages,
      settings: (line as { settings?: unknown }).settings,
    });
  });

  test('parents of a thread -> accepted; an invalid one -> a sentence with the problem', () => {
    const level = { messages: LINE.messages, anchor: { message: 1 } };
    expect(readPlanLine({ ...LINE, above: [level] }).above).toEqual([level]);
    for (const [above, words] of [
      ['x', "'above' is not a list"],
      [[7], 'Level 0'],
      [
        [level, { ...level, messages: [{ role: 'tool', content: 'x' }] }],
        "Level 1 of 'above' has no 'messages'",
      ],
      [[{ ...level, anchor: {} }], "has no 'anchor'"],
      [[{ ...level, summary: { text: 'x' } }], "has a 'summary' without"],
    ] as const)
      expect(() => readPlanLine({ ...LINE, above })).toThrow(words);
  });

  test.each<[string, unknown, string]>([
    ['a list', [LINE], "A line must be an object with 'model' and 'messages'"],
    ['null', null, 'A line must be an object'],
    ['no model', { messages: [] }, "Field 'model' is missing"],
    ['a number as model', { ...LINE, model: 4 }, "Field 'model' is not a string"],
    ['no messages', { model: 'x' }, "Field 'messages' is missing"],
    ['an object as messages', { ...LINE, messages: {} }, "Field 'messages' is not a list"],
    ['a text as message', message('Hello'), 'Message 1 is not an object'],
    [
      'no role',
      message({ content: 'x' }),
      'Message 1 has no role: it must be system, developer, user, assistant, tool',
    ],
    ['another role', message({ role: 'human', content: 'x' }), "Message 1 has the role 'human'"],
    [
      'a truth as content',
      message({ role: 'user', content: true }),
      'Message 1 has a content that is neither',
    ],
    ['settings that are a text', settings('none'), "Field 'settings' is not an object"],
    [
      'an unknown setting',
      settings({ window: 1 }),
      "Setting 'window' is unknown: known are contextWindow, maxOutputTokens, tools, grammar, oversize, compaction",
    ],
    ['a name that all objects have', settings({ constructor: 1 }), "Setting 'constructor' is unknown"],
    ['tools of another form', settings({ tools: {} }), "Setting 'tools' must be a list of tools"],
    [
      'a tool that is no object',
      settings({ tools: [TOOL, 'x'] }),
      "Setting 'tools' has the tool 1, which is not",
    ],
    ['a tool without a name', settings({ tools: [{ inputSchema: {} }] }), "which has no 'name'"],
    ['a tool without a schema', settings({ tools: [{ name: 'x' }] }), "which has no 'inputSchema'"],
    [
      'a description that is not a text',
      settings({ tools: [{ ...TOOL, description: 1 }] }),
      "a 'description' that is not a string",
    ],
    [
      'another grammar',
      settings({ grammar: 'openai' }),
      "Setting 'grammar' is 'openai': it must be openai-chat, openai-responses, anthropic, gemini",
    ],
    ['another oversize', settings({ oversize: 1 }), "Setting 'oversize' is '1': it must be cut, refuse"],
    ['a text as compaction', settings({ compaction: 'no' }), "Setting 'compaction' must be true or false"],
  ])('%s -> a sentence', (_situation, line, sentence) => {
    expect(() => readPlanLine(line)).toThrow(sentence);
  });
});
