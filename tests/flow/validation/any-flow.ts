export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const GIVEN = {
  text: 'Größe 😀',
  data: { n: 5, name: 'Zoë', items: [{ price: 2 }, { price: 10.5 }], empty: [] },
};

/**
 * `certain`: the first run fails. `silent`: a wrong value. `possible`: the wrong branch fails. `harmless`: a warning.
 */
type Fault = 'certain' | 'silent' | 'possible' | 'harmless';

interface AnyFlow {
  definition: { slug: string; [field: string]: unknown };
  faults: readonly Fault[];
}

interface Made {
  id: string;
  path: string;
  isUncertain?: true;
}

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
    const uncertain = before.filter(({ isUncertain }) => isUncertain);
    if (uncertain.length > 0 && random() < 0.8) {
      const { path } = pick(uncertain);
      if (random() < 0.5) return fault('possible', [`{{ ${path} }}`, `is {{ nodes.${path} | upper }}`]);
      return pick([`{{ ${path} | default('d') }}`, `{% if ${path} %}{{ ${path} }}{% endif %}`]);
    }
    return pick([
      ...GOOD_TEXTS,
      ...certainPaths(before).flatMap((path) => [`{{ ${path} }}`, `is {{ nodes.${path} }}`]),
    ]);
  };
  const expression = (id: string, before: readonly Made[]): string => {
    if (isFaulty()) return random() < 0.7 ? fault('certain', wrongCode(id)) : fault('harmless', ODD_CODE);
    const uncertain = before.filter(({ isUncertain }) => isUncertain);
    if (uncertain.length > 0 && random() < 0.8) {
      const { id: other, path } = pick(uncertain);
      if (random() < 0.5) return fault('possible', [`nodes.${path}.length`, `nodes.${path}['x']`]);
      return pick([`nodes.${other}?.output ?? 1`, `nodes.${path.replace('.', '?.')}?.length`]);
    }
    return pick([...GOOD_CODE, ...certainPaths(before).flatMap((path) => [path, `nodes.${path}`])]);
  };
  const add = (node: { id: string } & Record<string, unknown>, from: string, path: string, edge = {}) => {
    nodes.push(node);
    edges.push({ from, to: node.id, ...edge });
    above.set(node.id, [...(above.get(from) ?? []), { id: node.id, path }]);
  };
  const join = (
    id: string,
    { ends, uncertain, before }: { ends: string[]; uncertain: string[]; before: readonly Made[] },
  ) => {
    const joined = `${id}j`;
    nodes.push({ id: joined, kind: 'merge' });
    for (const end of ends) edges.push({ from: end, to: joined });
    const paths = uncertain.map((path) => ({ id: path.split('.')[0]!, path, isUncertain: true as const }));
    above.set(joined, [...before, ...paths, { id: joined, path: `${joined}.items` }]);
    const reader = `${id}r`;
    const config = { text: text(reader, above.get(joined) ?? []) };
    add({ id: reader, kind: 'reply', config }, joined, `${reader}.output`);
  };
  const count = 1 + Math.floor(random() * 6);
  for (let n = 0; n < count; n += 1) {
    const ends = [...above.keys()];
    const from = random() < 0.5 ? ends.at(-1)! : pick(ends);
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
        const meets = random() < 0.5;
        const operator = meets ? pick(['equals', 'not_equals']) : 'equals';
        const rules = [{ field, operator, value: '{{ trigger.text }}', route: 'a' }];
        add({ id, kind: 'switch', config: { rules, fallback: true } }, from, `${id}.route`);
        const after = above.get(id) ?? [];
        for (const [name, route] of [
          ['a', 'a'],
          ['b', '__other__'],
        ] as const) {
          nodes.push({ id: `${id}${name}`, kind: 'code', config: { expression: '1' } });
          edges.push({ from: id, to: `${id}${name}`, route });
        }
        if (meets) {
          const uncertain = [`${id}a.output`, `${id}b.output`];
          join(id, { ends: [`${id}a`, `${id}b`], uncertain, before: after });
        } else above.set(`${id}a`, [...after, { id: `${id}a`, path: `${id}a.output` }]);
        above.delete(id);
        break;
      }
      case 'rescue': {
        const rescued = pick(['1', FAILING]);
        add({ id, kind: 'code', config: { expression: rescued } }, from, `${id}.reason`);
        nodes.push({ id: `${id}a`, kind: 'code', config: { expression: '1' } });
        const isWrong = rescued === FAILING && isFaulty();
        const read = isWrong
          ? fault('certain', [`${id}.output`])
          : pick([`${id}.error`, `nodes.${id}.reason`]);
        nodes.push({ id: `${id}e`, kind: 'template', config: { template: { read: `{{ ${read} }}` } } });
        edges.push({ from: id, to: `${id}a` }, { from: id, to: `${id}e`, on: 'error' });
        const uncertain = [`${id}.output`, `${id}.error`, `${id}a.output`, `${id}e.output`];
        join(id, { ends: [`${id}a`, `${id}e`], uncertain, before });
        above.delete(id);
        break;
      }
      case 'loop': {
        const wrong = [`${id}.results`, `nodes.${id}.total`];
        const good = ['loop.item', 'loop.index + 1', 'trigger.data.n', `nodes.${id}b?.x`, FAILING_ONCE];
        const isWrong = isFaulty();
        const over = isWrong ? '{{ range(3) }}' : pick(GOOD_LISTS);
        add({ id, kind: 'loop', config: { over } }, from, `${id}.results`);
        const body = isWrong ? fault('certain', wrong) : pick(good);
        if (body.includes('?.')) faults.push('harmless');
        nodes.push({ id: `${id}b`, kind: 'code', config: { expression: body } });
        edges.push({ from: id, to: `${id}b`, on: 'item' }, { from: `${id}b`, to: id, on: 'next' });
        if (body === FAILING_ONCE) {
          nodes.push({ id: `${id}e`, kind: 'code', config: { expression: `${id}b.error` } });
          edges.push({ from: `${id}b`, to: `${id}e`, on: 'error' }, { from: `${id}e`, to: id, on: 'next' });
        }
        break;
      }
    }
  }
  return { definition: { slug, name: slug, nodes, edges }, faults };
}

const KINDS = ['template', 'reply', 'code', 'model', 'wait', 'filter', 'switch', 'rescue', 'loop'] as const;
const FAILING = "(() => { throw new Error('no luck') })()";
const FAILING_ONCE = "if (loop.index === 0) throw new Error('no luck'); return loop.index";
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

function certainPaths(before: readonly Made[]): string[] {
  return before.flatMap(({ path, isUncertain }) => (isUncertain ? [] : [path]));
}

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
    '{{ trigger.text.foo }}',
    '{{ start.user_context.chanel }}',
    '{{ 1 / 0 }}',
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
    '(async () => 1)()',
    'return Promise.resolve(1)',
    'nope += 1',
  ];
}
