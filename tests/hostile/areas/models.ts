import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { expect } from 'vitest';
import { parseMeta } from '../../../context/summary/parse-meta.js';
import { readStream, type ModelResponse } from '../../../models/stream/read-stream.js';
import { evaluateArithmetic } from '../../../extend/tools/evaluate-arithmetic.js';
import { parsePortraits } from '../../../trajectory/portraits/parse-portraits.js';
import { turnInputProblem } from '../../../workflows/conversation/check-turn.js';
import type { TurnInput } from '../../../protocol/messages.js';
import { hostileArea } from '../hostile-area.js';

const DEEP = 20_000;
const JSONS = [
  '{"__proto__":{"hacked":1},"summary":"s"}',
  '{"constructor":{"prototype":{"hacked":1}},"summary":"s"}',
  '{"summary":{"toString":"x"}}',
  '{"summary":["s"]}',
  '{"summary":1e999}',
  '{"summary":null,"summary":true}',
  '{'.repeat(DEEP),
  '['.repeat(DEEP),
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  `{"summary":${'['.repeat(DEEP)}`,
  '{"summary":"s',
  '{"summary":"\\ud800"}',
  '{"summary":"\\u0000"}',
  '{"summary":"\u0000\ud800"}',
  '{"summary": undefined}',
  "{'summary': 'it's'}",
  '{summary: NaN}',
  '{"summary":"a" "b"}',
  '\\"'.repeat(50_000),
  '"'.repeat(50_000),
  '{"summary":"x"}'.repeat(2_000),
  `{"summary":"${'\\"'.repeat(20_000)}`,
  '//'.repeat(20_000),
  '<<<META>>>'.repeat(5_000),
  '{"title":"a\nb\u202e\u001b[2Jc"}',
  '﻿{"summary":"s"}',
];

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const FINISH = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage: USAGE };
const ANSWERS: unknown[][] = [
  [],
  [null],
  [undefined, FINISH],
  [{}],
  [{ type: '__proto__' }, FINISH],
  [{ type: 'text-delta', id: 'none', delta: 'x' }, FINISH],
  [{ type: 'text-start', id: '0' }, { type: 'text-start', id: '0' }, FINISH],
  [{ type: 'text-end', id: '0' }, FINISH],
  [FINISH, FINISH],
  [FINISH, { type: 'text-start', id: '0' }, { type: 'text-delta', id: '0', delta: 'late' }],
  [{ type: 'tool-call', toolCallId: '', toolName: '', input: '' }, FINISH],
  [{ type: 'tool-call', toolCallId: 'c', toolName: 'x'.repeat(70_000), input: '{}' }, FINISH],
  Array.from({ length: 65 }, (_, n) => ({
    type: 'tool-call',
    toolCallId: `c${n}`,
    toolName: 't',
    input: '{}',
  })),
  [{ type: 'error', error: 'no' }],
  [{ ...FINISH, usage: { inputTokens: { total: -5 }, outputTokens: { total: 1e300 } } }],
  [{ ...FINISH, usage: { inputTokens: { total: Number.NaN }, outputTokens: { total: 1.5 } } }],
  [{ ...FINISH, usage: undefined }],
  [{ ...FINISH, finishReason: 'constructor' }],
  [{ ...FINISH, finishReason: undefined }],
  [{ type: 'response-metadata', id: 'x'.repeat(10_000), modelId: '\u0000' }, FINISH],
];

const ARITHMETIC = [
  '',
  ' ',
  'process.exit()',
  'constructor',
  '__proto__',
  "require('fs')",
  '1;1',
  '1,1',
  'x=1',
  '1+',
  '(1',
  '1)',
  '('.repeat(100_000),
  '-'.repeat(100_000),
  '1^'.repeat(50_000),
  '9^9^9^9',
  '1/0',
  '0/0',
  '1e999',
  '0x10',
  '1n',
  '٣+٤',
  '1\u0000+1',
  '`${1}`',
  '//1',
];

const TURNS: unknown[] = [
  null,
  undefined,
  'text',
  7,
  [],
  {},
  { text: '' },
  { text: '\u0000\u0000' },
  { text: ' \n\t' },
  { text: 1 },
  { text: null },
  { text: ['x'] },
  { text: { toString: () => 'x' } },
  { text: 'x'.repeat(65_536) },
  { text: '\u0001'.repeat(20_000) },
  { text: 'x', textRef: '00000000-0000-0000-0000-000000000000' },
  { textRef: '../x' },
  { textRef: "'; drop table turn; --" },
  { textRef: 1 },
  { text: 'x', turnId: '' },
  { text: 'x', turnId: 'a'.repeat(65) },
  { text: 'x', turnId: { toString: () => 'x' } },
  { text: 'x', turnId: '\ud800' },
];

export const MODELS = [
  hostileArea({
    area: 'JSON from models',
    inputs: JSONS,
    holds(text) {
      const { summary, title } = parseMeta(text);
      for (const field of [summary, title]) {
        expect(field === undefined || typeof field === 'string').toBe(true);
        expect(field ?? '').not.toMatch(/\u0000|\n\u001b/);
        expect((field ?? '').isWellFormed()).toBe(true);
      }
      expect([...parsePortraits(text, 3)].every(([, words]) => typeof words === 'string')).toBe(true);
      expect(({} as { hacked?: unknown }).hacked).toBeUndefined();
    },
  }),
  hostileArea({
    area: 'answers of providers',
    inputs: ANSWERS,
    async holds(parts) {
      const outcome = await readStream({
        model: modelOf(parts),
        options: { prompt: [], maxOutputTokens: 100 },
      }).catch((error: unknown) => error);
      if (outcome instanceof Error) return;
      const { content, toolCalls, usage, finishReason } = outcome as ModelResponse;
      expect(toolCalls.length).toBeLessThanOrEqual(64);
      expect(JSON.stringify(content).length).toBeLessThan(65_536 * 2);
      expect(typeof finishReason).toBe('string');
      for (const count of Object.values(usage))
        expect(count === null || (Number.isSafeInteger(count) && count >= 0)).toBe(true);
    },
  }),
  hostileArea({
    area: 'tool arguments',
    inputs: ARITHMETIC,
    holds: (expression) => expect(() => evaluateArithmetic(expression)).toThrow(Error),
  }),
  hostileArea({
    area: 'inputs of Signals and Updates',
    inputs: TURNS,
    holds: (input) => expect(turnInputProblem(input as TurnInput)).toEqual(expect.any(String)),
  }),
];

function modelOf(parts: readonly unknown[]): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: 'hostile',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('It streams')),
    doStream: () =>
      Promise.resolve({ stream: ReadableStream.from(parts as Iterable<LanguageModelV3StreamPart>) }),
  };
}
