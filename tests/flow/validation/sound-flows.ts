import { flowOf, NODES } from './flows.js';

export const WITH_FALLBACK = { ...NODES.route, config: { ...NODES.route.config, fallback: true } };
export const LEFT = { ...NODES.sum, id: 'left' };
export const RIGHT = { ...NODES.sum, id: 'right' };
export const ROUTES = ['chat route', 'route left route=billing', 'route right route=__other__'];
const MEET = [...ROUTES, 'left done', 'right done'];

export function afterRoutes(text: string, { missing }: { missing?: string } = {}) {
  const done = { ...NODES.done, config: { text, missing } };
  return flowOf({ nodes: [WITH_FALLBACK, LEFT, RIGHT, done], edges: MEET });
}

export function code(id: string, expression: string) {
  return { id, kind: 'code', config: { expression } };
}

export const SOUND_FLOWS: [situation: string, given: ReturnType<typeof flowOf>][] = [
  ['a default', afterRoutes("{{ left.output | default('none') }}{{ left.output.x | d(1) }}")],
  ["missing: 'empty'", afterRoutes('{{ left.output }}', { missing: 'empty' })],
  ["missing: 'keep'", afterRoutes('{{ left.output }}', { missing: 'keep' })],
  ['a condition', afterRoutes('{% if left is defined %}{{ left.output }}{% endif %}')],
  ['either of two', afterRoutes('{{ left.output or right.output }}')],
  ['the switch itself', afterRoutes('{{ route.route }}')],
  [
    'the error behind the error edge alone',
    flowOf({
      nodes: [
        LEFT,
        { ...NODES.done, id: 'fine' },
        { ...NODES.done, config: { text: '{{ left.error }} {{ left }}' } },
      ],
      edges: ['chat left', 'left fine', 'left done error'],
    }),
  ],
  [
    'a node that both routes lead to',
    flowOf({
      nodes: [WITH_FALLBACK, LEFT, RIGHT, NODES.sum, { ...NODES.done, config: { text: '{{ sum.output }}' } }],
      edges: [...ROUTES, 'left sum', 'right sum', 'sum done', 'chat done'],
    }),
  ],
  [
    'a parallel branch that is waited for',
    flowOf({
      nodes: [LEFT, RIGHT, { ...NODES.done, config: { text: '{{ left.output }}{{ right.output }}' } }],
      edges: ['chat left', 'chat right', 'left done', 'right done'],
    }),
  ],
  [
    'code with optional chaining',
    flowOf({
      nodes: [
        WITH_FALLBACK,
        LEFT,
        RIGHT,
        code('both', 'nodes.left?.output ?? nodes.right?.output'),
        NODES.done,
      ],
      edges: [...ROUTES, 'left both', 'right both', 'both done'],
    }),
  ],
  [
    'a rescue in the body of a loop',
    flowOf({
      nodes: [NODES.each, LEFT, code('right', 'left.error'), NODES.done],
      edges: [
        'chat each',
        'each left item',
        'left each next',
        'left right error',
        'right each next',
        'each done',
      ],
    }),
  ],
  [
    'a node before the loop and one of the same item',
    flowOf({
      nodes: [NODES.sum, NODES.each, LEFT, code('right', 'sum.output + left.output'), NODES.done],
      edges: ['chat sum', 'sum each', 'each left item', 'left right', 'right each next', 'each done'],
    }),
  ],
  [
    'a loop in a loop, each with a rescue',
    flowOf({
      nodes: [
        NODES.each,
        { ...NODES.each, id: 'inner', config: { over: '{{ range(2) }}', parallel: 2 } },
        code('left', "if (loop.index === 0) throw new Error('no luck'); return loop.index"),
        code('right', 'left.error_code'),
        code('sum', 'inner.results.length'),
        { ...NODES.done, config: { text: '{{ each.results | length }}' } },
      ],
      edges: [
        'chat each',
        'each inner item',
        'inner left item',
        'left inner next',
        'left right error',
        'right inner next',
        'inner sum',
        'sum each next',
        'each done',
      ],
    }),
  ],
  [
    'a loop that goes on after a failed item',
    flowOf({
      nodes: [
        { ...NODES.each, config: { over: '{{ trigger.data.items }}', onError: 'continue' } },
        code('sum', "throw new Error('no luck'); return 1"),
        { ...NODES.done, config: { text: '{{ each.results[0].error }} {{ each.total }}' } },
      ],
      edges: ['chat each', 'each sum item', 'sum each next', 'each done'],
    }),
  ],
  [
    'the items of a filter in a loop',
    flowOf({
      nodes: [
        { ...NODES.cheap, config: { over: '{{ trigger.data.items }}', conditions: [] } },
        { ...NODES.each, config: { over: '{{ cheap.items }}' } },
        code('sum', 'loop.item.price'),
        { ...NODES.done, config: { text: "{{ each.results | join(', ') }}" } },
      ],
      edges: ['chat cheap', 'cheap each', 'each sum item', 'sum each next', 'each done'],
    }),
  ],
  [
    'an error edge around a switch whose routes meet',
    flowOf({
      nodes: [
        code('sum', "throw new Error('no luck'); return 1"),
        WITH_FALLBACK,
        LEFT,
        RIGHT,
        code('other', 'sum.reason'),
        NODES.join,
        { ...NODES.done, config: { text: "{{ join.items[0] }} {{ sum.error | default('none') }}" } },
      ],
      edges: [
        'chat sum',
        'sum route',
        'route left route=billing',
        'route right route=__other__',
        'left join',
        'right join',
        'sum other error',
        'other join',
        'join done',
      ],
    }),
  ],
];
