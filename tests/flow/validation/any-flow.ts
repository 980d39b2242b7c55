/** Numbers from 0 to below 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What every run of a generated flow is given, so that nothing of the data is missing. */
export const GIVEN = {
  text: 'Größe 😀',
  data: { n: 5, name: 'Zoë', items: [{ price: 2 }, { price: 10.5 }], empty: [] },
};

/**
 * `certain`: the first run fails for it. `silent`: it goes on with a wrong value. `harmless`: somebody should look at it,
 * and the run ends well.
 */
type Fault = 'certain' | 'silent' | 'harmless';

/** A definition, and what was made wrong in it on purpose. */
interface AnyFlow {
  definition: { slug: string; [field: string]: unknown };
  faults: readonly Fault[];
}

interface Made {
  id: string;
  /** A path below `nodes` that has a value once it ran. */
  path: string;
}

/** A flow of one to six nodes and what they need, which are a tree below its trigger; about half have a fault. */
export function anyFlow(slug: string, random: () => number): AnyFlow {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const faults: Fault[] = [];
  const nodes: unknown[] = [{ id: 'start', kind: 'manual' }];
  const edges: unknown[] = [];
  const above = new Map<string, readonly Made[]>([['start', []]]);
  const fault = (kind: Fault, values: readonly string[]): string => {
    faults.push(kind);
    return pick(values);
  };
  const isFaulty = (): boolean => random() < 0.2;
  const text = (id: string, before: readonly Made[]): string => {
    if (isFaulty()) return random() < 0.7 ? fault('certain', wrongTexts(id)) : fault('harmless', ODD_TEXTS);
    return pick([
      ...GOOD_TEXTS,
      ...before.flatMap(({ path }) => [`{{ ${path} }}`, `is {{ nodes.${path} }}`]),
    ]);
  };
  const expression = (id: string, before: readonly Made[]): string => {
    if (isFaulty()) return random() < 0.7 ? fault('certain', wrongCode(id)) : fault('harmless', ODD_CODE);
    return pick([...GOOD_CODE, ...before.flatMap(({ path }) => [path, `nodes.${path}`])]);
  };
  const add = (node: { id: string } & Record<string, unknown>, from: string, path: string, edge = {}) => {
    nodes.push(node);
    edges.push({ from, to: node.id, ...edge });
    above.set(node.id, [...(above.get(from) ?? []), { id: node.id, path }]);
  };
  const count = 1 + Math.floor(random() * 6);
  for (let n = 0; n < count; n += 1) {
    const from = pick([...above.keys()]);
    const before = above.get(from) ?? [];
    const id = `n${n}`;
    switch (pick(KINDS)) {
      case 'template':
        add(
          { id, kind: 'template', config: { template: { deep: [text(id, before)] } } },
          from,
          `${id}.output`,
        );
        break;
      case 'reply':
        add({ id, kind: 'reply', config: { text: text(id, before) } }, from, `${id}.output`);
        break;
      case 'code':
        add({ id, kind: 'code', config: { expression: expression(id, before) } }, from, `${id}.output`);
        break;
      case 'model': {
        const model = isFaulty() ? fault('certain', ['nope:gpt', 'opnai:gpt-4.1']) : 'openai:scripted';
        add({ id, kind: 'model', config: { model, system: text(id, before) } }, from, `${id}.output`);
        break;
      }
      case 'wait': {
        const seconds = isFaulty()
          ? fault('certain', ['abc', '-1', ' '])
          : pick([0, '0', '{{ 0 * trigger.data.n }}']);
        add({ id, kind: 'wait', config: { seconds } }, from, `${id}.waited_seconds`);
        break;
      }
      case 'filter': {
        const over = isFaulty() ? fault('harmless', ['trigger.data.items', 'x']) : pick(GOOD_LISTS);
        const field = isFaulty()
          ? fault('silent', ['{{ price | int }}', 'a {{ price }}'])
          : pick(['price', '{{ price }}']);
        const conditions = [{ field, operator: pick(['lt', 'exists']), value: 10 }];
        add({ id, kind: 'filter', config: { over, conditions } }, from, `${id}.items`);
        break;
      }
      case 'switch': {
        const field = pick(['trigger.text', '{{ trigger.text }}', "{{ trigger['text'] }}"]);
        const rules = [{ field, operator: 'equals', value: '{{ trigger.text }}', route: 'a' }];
        add({ id, kind: 'switch', config: { rules, fallback: true } }, from, `${id}.route`);
        const after = above.get(id) ?? [];
        for (const [name, route] of [
          ['a', 'a'],
          ['b', '__other__'],
        ] as const) {
          nodes.push({ id: `${id}${name}`, kind: 'code', config: { expression: '1' } });
          edges.push({ from: id, to: `${id}${name}`, route });
        }
        // Only the route that is taken goes on.
        above.set(`${id}a`, [...after, { id: `${id}a`, path: `${id}a.output` }]);
        above.delete(id);
        break;
      }
      case 'loop': {
        add({ id, kind: 'loop', config: { over: pick(GOOD_LISTS) } }, from, `${id}.results`);
        const body = pick(['loop.item', 'loop.index + 1', 'trigger.data.n', `nodes.${id}b?.x`]);
        if (body.includes('?')) faults.push('harmless');
        nodes.push({ id: `${id}b`, kind: 'code', config: { expression: body } });
        edges.push({ from: id, to: `${id}b`, on: 'item' }, { from: `${id}b`, to: id, on: 'next' });
        break;
      }
    }
  }
  return { definition: { slug, name: slug, nodes, edges }, faults };
}

const KINDS = ['template', 'reply', 'code', 'model', 'wait', 'filter', 'switch', 'loop'] as const;
const GOOD_LISTS = [
  '{{ trigger.data.items }}',
  '{{ trigger.data.empty }}',
  '{{ trigger.data.nobody }}',
  '{{ range(3) }}',
];
const GOOD_TEXTS = [
  'Hello',
  'Dear {{ trigger.data.name }}',
  '{{ trigger.text | upper }}',
  '{{ start.user_context.channel }}',
  '{% for item in trigger.data.items %}{{ loop.index }}: {{ item.price }}{% endfor %}',
  '{{ trigger.data.n * 2 }} {{ trigger.data.items[1].price }}',
];
const GOOD_CODE = [
  '1 + 1',
  'trigger.data.items.map((item) => item.price)',
  'let sum = 0; for (const { price } of trigger.data.items) sum += price; return sum',
  '{ name: trigger.data.name, "größe": 1 }',
  '(() => { const { n } = trigger.data; return n + 1; })()',
  '`${trigger.user} ${JSON.stringify(trigger.data)}`;',
];
const ODD_TEXTS = [
  "{{ nope.x | default('d') }}",
  '{% if nope %}{{ nope }}{% endif %}',
  "{{ trigger.txet or 'x' }}",
  '{{ nope == 1 }}',
];
const ODD_CODE = [
  'nodes.nope?.output ?? 1',
  'typeof nope',
  'trigger.text ? 1 : nodes.nope.x',
  '() => nope',
  'trigger.txet',
];

function wrongTexts(self: string): string[] {
  return [
    '{{ nope.output }}',
    'a {{ nodes.nope.output | upper }}',
    '{{ trigger.txet }}',
    '{{ loop.item }}',
    `{{ ${self}.output }}`,
    '{{ 1 | nonsense }}',
    '{{ trigger.text',
    '{{ nodes.start.text }}',
    "{{ 'a' ~ nope }}",
  ];
}

function wrongCode(self: string): string[] {
  return [
    '1 +',
    'await 1',
    ' ',
    'nodes.nope.output',
    'nope + 1',
    'loop.item',
    'trigger.txet.length',
    `nodes.${self}.output`,
    `${self}.output`,
    'start.text',
    'return return',
  ];
}
