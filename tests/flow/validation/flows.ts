/** Edges are `from to` or `from to on|route=x`, from a trigger `chat`. */
export function flowOf({ nodes = [], edges = [], ...head }: Record<string, unknown> & Parts) {
  return {
    slug: 'triage',
    name: 'Triage',
    ...head,
    nodes: [{ id: 'chat', kind: 'chat' }, ...nodes],
    edges: edges.map((edge) => (typeof edge === 'string' ? edgeOf(edge) : edge)),
  };
}

interface Parts {
  nodes?: readonly unknown[];
  edges?: readonly unknown[];
}

function edgeOf(text: string) {
  const [from, to, taken] = text.split(' ');
  if (taken === undefined) return { from, to };
  const [name = '', route] = taken.split('=');
  return route === undefined ? { from, to, on: name } : { from, to, route };
}

export const NODES = {
  answer: { id: 'answer', kind: 'model', config: { model: 'offline:demo' } },
  helper: { id: 'helper', kind: 'agent', config: { model: 'offline:demo' } },
  sort: {
    id: 'sort',
    kind: 'categorizer',
    config: { model: 'offline:demo', categories: [{ name: 'billing' }, { name: 'other' }] },
  },
  route: {
    id: 'route',
    kind: 'switch',
    config: { rules: [{ field: 'trigger.text', operator: 'exists', route: 'billing' }] },
  },
  cheap: { id: 'cheap', kind: 'filter', config: { over: '{{ trigger.data.items }}', conditions: [] } },
  join: { id: 'join', kind: 'merge' },
  letter: { id: 'letter', kind: 'template', config: { template: 'Dear {{ trigger.user }}' } },
  sum: { id: 'sum', kind: 'code', config: { expression: '1 + 1' } },
  each: { id: 'each', kind: 'loop', config: { over: '{{ trigger.data.items }}' } },
  pause: { id: 'pause', kind: 'wait', config: { seconds: 1 } },
  ask: { id: 'ask', kind: 'approval', config: { prompt: 'Really?' } },
  other: { id: 'other', kind: 'subflow', config: { flow: 'other' } },
  done: { id: 'done', kind: 'reply', config: { text: 'Done' } },
  look: { id: 'look', kind: 'custom:look-up', config: { table: 'orders' } },
} as const;

export interface TestNode {
  id: string;
  [field: string]: unknown;
}

export function one(node: TestNode) {
  return flowOf({ nodes: [node], edges: [`chat ${node.id}`] });
}

export function body(loop: TestNode) {
  const edges = [`chat ${loop.id}`, `${loop.id} sum item`, `sum ${loop.id} next`];
  return flowOf({ nodes: [loop, NODES.sum], edges });
}
