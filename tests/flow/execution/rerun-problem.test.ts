import { describe, expect, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { rerunProblem } from '../../../flow/execution/rerun-problem.js';
import { approval, code, loop, manual, subflow } from '../../../flow/kinds/node-kinds.js';

const FLOW = defineFlow({
  slug: 'sums',
  name: 'Sums',
  nodes: {
    start: manual(),
    list: code({ expression: '[1]' }),
    each: loop({ over: '{{ list.output }}' }),
    twice: code({ expression: 'loop.item * 2' }),
    sum: code({ expression: '1' }),
  },
  edges: [
    ['start', 'list'],
    ['list', 'each'],
    ['each', 'twice', { on: 'item' }],
    ['twice', 'each', { on: 'next' }],
    ['each', 'sum'],
  ],
});

const PAYMENT = defineFlow({
  slug: 'payment',
  name: 'Payment',
  nodes: {
    start: manual(),
    boss: approval({ prompt: 'Pay?', by: 'staff' }),
    pay: code({ expression: '1' }),
    beside: subflow({ flow: 'sums' }),
  },
  edges: [
    ['start', 'boss'],
    ['boss', 'pay'],
    ['start', 'beside'],
  ],
});

describe('rerunProblem', () => {
  test.each([
    ['after an approval', 'pay', 'boss'],
    ['an approval beside a flow that may ask', 'boss', 'beside'],
  ])('%s -> refused, so that no approval counts twice', (_name, from, asking) => {
    const problem = `Node '${asking}' of flow 'payment' asks for an approval or may do so, and would not run again: rerun from it or a node before it`;
    expect(rerunProblem(PAYMENT, { from })).toBe(problem);
    expect(rerunProblem(PAYMENT, { from, outputs: { boss: { confirmed: true } } })).toBe(problem);
  });

  test('after an approval in a draft, which reuses no approval -> no problem', () => {
    const outputs = { boss: { confirmed: true } };
    expect(rerunProblem(PAYMENT, { from: 'pay', outputs, isDraft: true })).toBeUndefined();
  });

  test.each([
    ['a node', { from: 'each' }, undefined],
    ['a node with an output before it', { from: 'sum', outputs: { list: { output: [2] } } }, undefined],
    [
      'an unknown node',
      { from: 'none' },
      "Node 'none' of flow 'sums' does not exist in the version that would run: rerun from another node",
    ],
    ['a trigger', { from: 'start' }, "Node 'start' of flow 'sums' is a trigger: rerun the whole execution"],
    [
      'a node in a loop',
      { from: 'twice' },
      "Node 'twice' of flow 'sums' is in a loop: rerun from the loop 'each'",
    ],
    [
      'the output of a later node',
      { from: 'list', outputs: { sum: 1 } },
      "Node 'sum' of flow 'sums' runs again: its output cannot be changed",
    ],
    [
      'the output of the node itself',
      { from: 'list', outputs: { list: 1 } },
      "Node 'list' of flow 'sums' runs again: its output cannot be changed",
    ],
    [
      'the output of a node in a loop',
      { from: 'sum', outputs: { twice: 1 } },
      "Node 'twice' of flow 'sums' is in a loop: change the output of the loop",
    ],
    [
      'the output of a trigger',
      { from: 'sum', outputs: { start: 1 } },
      "Node 'start' of flow 'sums' has no output to change",
    ],
  ])('%s -> its problem, if any', (_name, rerun, problem) => {
    expect(rerunProblem(FLOW, rerun)).toBe(problem);
  });
});
