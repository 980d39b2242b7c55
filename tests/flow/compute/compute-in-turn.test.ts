import { describe, expect, test } from 'vitest';
import { processorMs } from '../../setup/processor-ms.js';
import { compute, type Computation } from '../../../flow/compute/compute.js';
import { computeInTurn } from '../../../flow/compute/compute-in-turn.js';

const REQUEST = { line: ['ada', '1'], nodeId: 'keep' };
const SLOW_PATTERN = 'x[xy]{300}[^xy]';
const TEXT = Array.from({ length: 10_000 }, (_, at) => (((at * 7_919) % 104_729) % 3 === 0 ? 'x' : 'y')).join(
  '',
);
const ITEMS = Array.from({ length: 400 }, () => ({ text: TEXT }));

describe('compute', () => {
  test('a filter whose condition has a template as value -> compared with the rendered value', () => {
    const conditions = [{ field: 'owner', operator: 'equals' as const, value: '{{ trigger.text }}' }];
    const scope = { trigger: { text: 'ada' }, items: [{ owner: 'ada' }, { owner: 'bob' }] };
    expect(compute({ kind: 'filter', config: { over: '{{ items }}', conditions }, scope })).toEqual({
      items: [{ owner: 'ada' }],
      notes: [],
    });
  });
});

describe('computeInTurn', () => {
  test.each<[string, Computation]>([
    ['a text', { kind: 'text', template: 'Hi {{ trigger.text }}', scope: { trigger: { text: 'you' } } }],
    ['a value', { kind: 'value', value: { a: ['{{ n }}'] }, scope: { n: [1, null] } }],
    ['what is missing', { kind: 'template', template: '{{ nobody }}', scope: {} }],
    ['a route', route('b')],
    ['many steps', { kind: 'text', template: counting(9_000), scope: {} }],
    [
      'a large text',
      { kind: 'template', template: '{{ text | upper }}', scope: { text: 'a'.repeat(1_500_000) } },
    ],
    ['many items', filter('^[xy]+$', ITEMS)],
  ])('%s -> the same result in a thread as on the event loop', async (_name, computation) => {
    expect(await computeInTurn(computation, REQUEST)).toEqual(compute(computation));
  });

  test('a template that costs too much -> the same sentence as on the event loop', async () => {
    const computation: Computation = { kind: 'text', template: counting(300_000), scope: {} };
    await expect(computeInTurn(computation, REQUEST)).rejects.toThrow(
      'Template takes more than 200000 steps',
    );
  });

  test('a slow pattern over many items -> an error with node, budget and remedy; the event loop is not blocked', async () => {
    await computeInTurn(filter(SLOW_PATTERN, ITEMS.slice(0, 1)), REQUEST);
    const before = performance.eventLoopUtilization();
    const startedAt = processorMs();
    await expect(computeInTurn(filter(SLOW_PATTERN, ITEMS), REQUEST)).rejects.toThrow(
      "The conditions of node 'keep' take more than 1000 ms; give them fewer items, shorter texts or simpler patterns",
    );
    expect(processorMs() - startedAt).toBeGreaterThan(900);
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.3);
  });
});

function filter(value: string, items: unknown): Computation {
  const conditions = [{ field: 'text', operator: 'matches_regex' as const, value }];
  return { kind: 'filter', config: { over: '{{ items }}', conditions }, scope: { items } };
}

function route(kind: string): Computation {
  const rules = [{ field: 'kind', operator: 'equals' as const, value: '{{ kind }}', route: 'taken' }];
  return { kind: 'switch', config: { rules }, scope: { kind } };
}

function counting(rounds: number): string {
  return `{% for n in range(${rounds}) %}{% if n > 0 %}{% endif %}{% endfor %}`;
}
