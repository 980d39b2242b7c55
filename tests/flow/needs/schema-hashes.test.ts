import { describe, expect, test } from 'vitest';
import { listChanged, pickHashes } from '../../../flow/needs/schema-hashes.js';

const has = {
  tools: { refund: 'a', files__read: 'b', pay: 'c' },
  kinds: { 'custom:crm': 'd', 'custom:x': 'e' },
};

describe('pickHashes', () => {
  test('a tool, a pattern and a node kind -> their hashes, and no others', () => {
    const needs = { tools: ['refund', 'files__*', 'missing'], kinds: ['chat', 'custom:crm'], models: [] };
    expect(pickHashes(needs, has)).toEqual({
      tools: { refund: 'a', files__read: 'b' },
      kinds: { 'custom:crm': 'd' },
    });
  });
});

describe('listChanged', () => {
  test('the same, another, a missing and a new one -> the other one', () => {
    const now = { tools: { refund: 'z', files__read: 'b', later: 'f' }, kinds: { 'custom:crm': 'z' } };
    expect(listChanged(has, now)).toEqual([
      { what: 'tool', name: 'refund' },
      { what: 'kind', name: 'custom:crm' },
    ]);
    expect(listChanged(has, has)).toEqual([]);
  });

  test('a name like a member of every object -> not a hash', () => {
    const recorded = { tools: { toString: 'a' }, kinds: {} };
    expect(listChanged(recorded, { tools: {}, kinds: {} })).toEqual([]);
  });
});
