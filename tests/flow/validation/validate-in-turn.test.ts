import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { validateInTurn } from '../../../flow/validation/validate-in-turn.js';

const CONTEXT = { tools: ['look'], providers: ['openai'] };

function flowOf(nodes: number): object {
  const texts = Array.from({ length: nodes }, (_, index) =>
    index === nodes - 1
      ? '{{ nope.output }}'
      : index === 0
        ? '{{ trigger.text }}'
        : `{{ n${index - 1}.output }}`,
  );
  return {
    slug: 'row',
    name: 'Row',
    nodes: [
      { id: 'start', kind: 'manual' },
      ...texts.map((template, index) => ({ id: `n${index}`, kind: 'template', config: { template } })),
    ],
    edges: texts.map((_, index) => ({ from: index === 0 ? 'start' : `n${index - 1}`, to: `n${index}` })),
  };
}

describe('validateInTurn', () => {
  test.each([2, 498])('%i nodes -> the same problems as on the event loop', async (nodes) => {
    const given = flowOf(nodes);
    const expected = validateFlow(given, CONTEXT);
    expect(expected.problems).toHaveLength(1);
    expect(await Promise.all([1, 2].map(() => validateInTurn(given, CONTEXT)))).toEqual([expected, expected]);
  });

  test('the largest flow -> the event loop continues meanwhile', async () => {
    let isDone = false;
    const validation = validateInTurn(flowOf(498), CONTEXT).finally(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone; turns += 1) await nextTick();
    expect(turns).toBeGreaterThan(20);
    expect((await validation).problems).toHaveLength(1);
  });

  test('a definition that cannot be sent to a thread -> refused as on the event loop', async () => {
    const given = { ...flowOf(498), name: () => 1 };
    expect(await validateInTurn(given, CONTEXT)).toEqual(validateFlow(given, CONTEXT));
  });
});
