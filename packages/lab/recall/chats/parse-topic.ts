export interface TopicItem {
  readonly type: string;
  readonly says: readonly string[];
  readonly reply: string | undefined;
  readonly question: string;
  readonly answer: string;
}

export interface Topic {
  readonly isCode: boolean;
  readonly subject: string;
  readonly things: readonly string[];
  readonly verbs: readonly string[];
  readonly slots: ReadonlyMap<string, readonly string[]>;
  readonly items: readonly TopicItem[];
}

const TYPES = new Map([
  ['fact', 'fact'],
  ['update', 'update'],
  ['contradiction', 'contradiction'],
  ['instruction', 'instruction'],
  ['preference', 'preference'],
  ['order', 'order'],
  ['several', 'several messages'],
  ['span', 'time span'],
  ['said', 'what the assistant said'],
  ['summary', 'summary'],
]);

/** Lines `@name: value | value`, then a block per question that starts with `# type`. */
export function parseTopic(text: string): Topic {
  const [head = '', ...blocks] = text.split(/^# /m);
  const fields = new Map(
    head.split('\n').flatMap((line) => {
      const [, name, values] = /^@(\w+): (.*)$/.exec(line) ?? [];
      return name === undefined || values === undefined ? [] : [[name, values.split(' | ')] as const];
    }),
  );
  const list = (name: string): readonly string[] => fields.get(name) ?? [];
  return {
    isCode: list('kind')[0] === 'code',
    subject: list('subject')[0] ?? '',
    things: list('things'),
    verbs: list('verbs'),
    slots: fields,
    items: blocks.map(parseItem),
  };
}

function parseItem(block: string): TopicItem {
  const [name = '', ...lines] = block.trim().split('\n');
  const type = TYPES.get(name);
  if (type === undefined) throw new Error(`A topic has questions of the unknown type '${name}'`);
  const all = (...keys: readonly string[]): string[] =>
    lines.flatMap((line) =>
      keys.flatMap((key) => (line.startsWith(`${key}: `) ? line.slice(key.length + 2) : [])),
    );
  const [question] = all('ask');
  const [answer] = all('answer');
  const says = all('say', 'then', 'user');
  if (question === undefined || answer === undefined || says.length === 0)
    throw new Error(`A topic's question of the type '${name}' lacks what is said, asked or answered`);
  return { type, says, reply: all('reply')[0], question, answer };
}

export function parsePhrases(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    text
      .split(/^# /m)
      .slice(1)
      .map((block) => {
        const at = block.indexOf('\n');
        const [kind, body] = [block.slice(0, at), block.slice(at + 1).trim()];
        return [kind, kind === 'code' ? body.split('\n%\n') : body.split('\n')];
      }),
  );
}
