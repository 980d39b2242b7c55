import { describe, expect, test } from 'vitest';
import { listAttributes, listChanges } from '../../../packages/studio/trajectory/node-text.js';
import { node } from '../../trajectory/render/views.js';

describe('listAttributes', () => {
  test('attributes in any order -> in reading order, unknown ones last', () => {
    const attributes = { zebra: 1, success: true, output: 'o', action: 'a' };
    const names = listAttributes(node('Action', 'a', { attributes })).map(([name]) => name);
    expect(names).toEqual(['action', 'output', 'success', 'zebra']);
  });
});

describe('listChanges', () => {
  test('two changes of one attribute -> the latest first, each with what replaced it', () => {
    const changed = node('State', 'plan', {
      attributes: { goal: 'one room' },
      versions: { 1: { goal: 'two rooms' }, 2: { goal: 'no room', description: 'A plan' } },
      reasons: { 2: 'one was free' },
    });
    expect(listChanges(changed)).toEqual([
      {
        version: 2,
        reason: 'one was free',
        attributes: [
          { name: 'goal', before: 'no room', after: 'one room' },
          { name: 'description', before: 'A plan', after: null },
        ],
      },
      { version: 1, reason: '', attributes: [{ name: 'goal', before: 'two rooms', after: 'no room' }] },
    ]);
  });
});
