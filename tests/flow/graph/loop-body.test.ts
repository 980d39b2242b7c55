import { describe, expect, test } from 'vitest';
import { loopBody } from '../../../flow/graph/loop-body.js';
import { graphOf } from './graph-of.js';

const NESTED = graphOf(
  'outer inner sum rescue after',
  ...['outer inner item', 'inner sum item', 'sum inner next', 'sum rescue error', 'rescue inner next'],
  ...['inner outer next', 'outer after'],
);

describe('loopBody', () => {
  test('an inner loop -> its nodes, failures among them', () => {
    expect([...loopBody(NESTED, 'inner')]).toEqual(['sum', 'rescue']);
  });

  test('an outer loop -> the inner one with its body, nothing after the loop', () => {
    expect([...loopBody(NESTED, 'outer')].sort()).toEqual(['inner', 'rescue', 'sum']);
  });

  test('no loop -> empty', () => {
    expect([...loopBody(NESTED, 'after')]).toEqual([]);
  });

  test('a body that leads to its loop without an event -> without the loop', () => {
    expect([...loopBody(graphOf('each sum', 'each sum item', 'sum each'), 'each')]).toEqual(['sum']);
  });
});
