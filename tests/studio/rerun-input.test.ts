import { describe, expect, test } from 'vitest';
import {
  changedInput,
  inferSchema,
  readChangeable,
  readStart,
} from '../../packages/studio/runs/rerun-input.js';

const value = (json: unknown, isCut = false) => ({ text: JSON.stringify(json), isCut });
const nodes = [
  { nodeId: 'start', kind: 'manual', loopId: null },
  { nodeId: 'research', kind: 'agent', loopId: null },
  { nodeId: 'long', kind: 'code', loopId: null },
  { nodeId: 'twice', kind: 'code', loopId: 'each' },
];

describe('readChangeable', () => {
  test('outputs of a trigger, of a node, of one in a loop, and a cut one -> those that a rerun may change', () => {
    const inputs = [
      { nodeId: 'start', iteration: '', value: value('Hi') },
      { nodeId: 'research', iteration: '', value: value({ output: 'Tulips' }) },
      { nodeId: 'long', iteration: '', value: value({ output: 'x' }, true) },
      { nodeId: 'twice', iteration: '0', value: value(2) },
    ];
    expect(readChangeable(inputs, nodes)).toEqual({
      outputs: { research: { output: 'Tulips' } },
      cut: ['long'],
    });
  });
});

describe('inferSchema', () => {
  test('plain values -> fields; lists, null and empty objects -> JSON', () => {
    expect(inferSchema({ a: 'x', b: { c: 1, d: [1] }, e: null, f: {} })).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: { type: 'object', properties: { c: { type: 'number' }, d: {} }, required: ['c', 'd'] },
        e: {},
        f: {},
      },
      required: ['a', 'b', 'e', 'f'],
    });
  });
});

describe('readStart', () => {
  test('a question and data -> both; a cut question, no data -> nothing', () => {
    expect(readStart({ text: { text: 'Hi', isCut: false }, data: value({ a: 1 }) })).toEqual({
      text: 'Hi',
      data: { a: 1 },
    });
    expect(readStart({ text: { text: 'Hi', isCut: true }, data: null })).toEqual({});
  });
});

describe('changedInput', () => {
  const outputs = { research: { output: 'Tulips' }, check: 1 };
  const before = { text: 'Which flowers?', data: { year: 2026 }, outputs };

  test('one other output -> only that one', () => {
    expect(changedInput({ outputs: { research: { output: 'Roses' }, check: 1 } }, before)).toEqual({
      outputs: { research: { output: 'Roses' } },
    });
  });

  test('an empty question, the same outputs, other data -> only the data', () => {
    expect(changedInput({ text: '', data: null, outputs }, before)).toEqual({ data: null });
  });

  test('another question, the same data -> only the question', () => {
    expect(changedInput({ ...before, text: 'Which trees?' }, before)).toEqual({ text: 'Which trees?' });
  });
});
