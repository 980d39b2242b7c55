import { describe, expect, test } from 'vitest';
import { inOrder, partTurn } from '../../../context/plan/part-turn.js';
import { assistant, step, toEntries, user } from '../messages.js';

const MESSAGES = [assistant('Berlin'), user('Check it'), ...step('a'), ...step('b')];

describe('partTurn', () => {
  test('no instruction -> the newest step apart from the others', () => {
    const { own, instruction, newest } = partTurn(toEntries(MESSAGES), undefined);
    expect(own).toHaveLength(3);
    expect(instruction).toBeUndefined();
    expect(newest?.entries.map(({ index }) => index)).toEqual([4, 5]);
  });

  test('an instruction among the steps -> apart from them', () => {
    const { own, instruction, newest } = partTurn(toEntries(MESSAGES), 1);
    expect(own.map(({ entries }) => entries.map(({ index }) => index))).toEqual([[0], [2, 3]]);
    expect(instruction?.index).toBe(1);
    expect(newest?.entries.map(({ index }) => index)).toEqual([4, 5]);
  });

  test('an instruction that nothing follows -> the answer before it does not count as a waiting step', () => {
    const { own, newest } = partTurn(toEntries(MESSAGES.slice(0, 2)), 1);
    expect(own).toHaveLength(1);
    expect(newest).toBeUndefined();
  });
});

describe('inOrder', () => {
  const entries = toEntries(MESSAGES);
  test.each([
    ['before all', entries.slice(2), [1, 2, 3, 4, 5]],
    ['between them', [...entries.slice(0, 1), ...entries.slice(4)], [0, 1, 4, 5]],
    ['behind all', entries.slice(0, 1), [0, 1]],
    ['alone', [], [1]],
  ])('%s -> in its place', (_name, others, expected) => {
    expect(inOrder(entries[1], others).map(({ index }) => index)).toEqual(expected);
  });
});
