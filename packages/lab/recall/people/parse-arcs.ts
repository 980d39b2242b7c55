export interface Arc {
  readonly parts: readonly (readonly ArcLine[])[];
  readonly questions: readonly ArcQuestion[];
}

interface ArcLine {
  readonly speaker: 'a' | 'b';
  readonly text: string;
}

interface ArcQuestion {
  readonly text: string;
  readonly evidence: readonly number[];
}

export interface ArcFile {
  readonly slots: ReadonlyMap<string, readonly string[]>;
  readonly arcs: readonly Arc[];
}

/**
 * One item per line. `@slot: one | another` defines a slot, `# name` starts a story, `a: text` is a line of speaker
 * a, `--` starts a later session, and `? question | 1 3` is a question that lines 1 and 3 answer.
 */
export function parseArcs(source: string): ArcFile {
  const slots = new Map<string, string[]>();
  const arcs: { parts: ArcLine[][]; questions: ArcQuestion[] }[] = [];
  for (const line of source.split('\n')) {
    const arc = arcs.at(-1);
    const spoken = /^([ab]): (.+)$/.exec(line);
    const asked = /^\? (.+) \| ([\d ]+)$/.exec(line);
    const slot = /^@(\w+): (.+)$/.exec(line);
    if (line.trim() === '') continue;
    if (slot) slots.set(part(slot, 1), part(slot, 2).split(' | '));
    else if (line.startsWith('# ')) arcs.push({ parts: [[]], questions: [] });
    else if (arc && spoken)
      arc.parts.at(-1)?.push({ speaker: spoken[1] === 'a' ? 'a' : 'b', text: part(spoken, 2) });
    else if (arc && asked)
      arc.questions.push({ text: part(asked, 1), evidence: part(asked, 2).trim().split(/ +/).map(Number) });
    else if (arc && line === '--') arc.parts.push([]);
    else throw new Error(`Not a line of a story: '${line}'`);
  }
  arcs.forEach(checkEvidence);
  return { slots, arcs };
}

function part(match: RegExpExecArray, group: number): string {
  return match[group] ?? '';
}

function checkEvidence({ parts, questions }: Arc): void {
  const lines = parts.flat().length;
  for (const { text, evidence } of questions)
    if (evidence.some((line) => line < 1 || line > lines))
      throw new Error(`Question '${text}' names a line beyond the ${lines} lines of its story`);
}

export function parseSmallTalk(source: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  const kinds = new Map<string, string[][]>();
  let kind: string[][] = [];
  for (const line of source.split('\n')) {
    if (line.startsWith('# ')) kinds.set(line.slice(2), (kind = []));
    else if (line.trim() !== '') kind.push(line.split(' | '));
  }
  return kinds;
}

export function parseRemarks(source: string): {
  slots: ReadonlyMap<string, readonly string[]>;
  frames: ReadonlyMap<string, readonly string[]>;
} {
  const lines = source.split('\n');
  const { slots } = parseArcs(lines.filter((line) => line.startsWith('@')).join('\n'));
  const talk = parseSmallTalk(lines.filter((line) => !line.startsWith('@')).join('\n'));
  return {
    slots,
    frames: new Map([...talk].map(([kind, frames]) => [kind, frames.flatMap(([frame]) => frame ?? [])])),
  };
}
