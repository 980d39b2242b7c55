import { describe, expect, test } from 'vitest';
import { findAncestors } from '../../../flow/graph/find-ancestors.js';
import { reachableFrom } from '../../../flow/graph/reachable-from.js';
import { graphOf } from './graph-of.js';

const GRAPH = graphOf(
  'chat each sum rescue after',
  ...['chat each', 'each sum item', 'sum each next', 'sum rescue error', 'rescue each next', 'each after'],
);

describe('findAncestors', () => {
  test.each([
    ['a trigger', 'chat', []],
    ['a body, by item', 'sum', ['chat', 'each']],
    ['what follows a failure', 'rescue', ['chat', 'each', 'sum']],
    ['a loop, not by its body', 'each', ['chat']],
    ['what follows a loop, without its body', 'after', ['chat', 'each']],
    ['a node that is not there', 'ghost', []],
  ])('%s -> all that may have run before', (_situation, id, before) => {
    expect([...findAncestors(GRAPH, id)].sort()).toEqual(before);
  });
});

describe('reachableFrom', () => {
  test.each([
    ['a trigger', 'chat', ['after', 'each', 'rescue', 'sum']],
    ['a body, not its next item', 'sum', ['rescue']],
    ['an end', 'after', []],
    ['a node that is not there', 'ghost', []],
  ])('%s -> all that may run after', (_situation, id, after) => {
    expect([...reachableFrom(GRAPH, id)].sort()).toEqual(after);
  });

  test('a cycle -> the node itself too', () => {
    expect([...reachableFrom(graphOf('a b', 'a b', 'b a'), 'a')].sort()).toEqual(['a', 'b']);
  });
});
