import type { FlowProblem } from './flow-problem.js';
import { valueAt, type Path } from './path.js';
import { cut } from '../values/shown.js';

export interface Subject {
  name: string;
  ids: Pick<FlowProblem, 'node' | 'edge'>;
  inside: Path;
}

export function subjectAt(definition: unknown, path: Path): Subject {
  const [list, index, ...inside] = path;
  if (typeof index !== 'number') return { name: 'The flow', ids: {}, inside: path };
  const item = valueAt(definition, [list ?? '', index]);
  if (list === 'nodes') {
    const id = nameIn(item, 'id');
    return id === undefined
      ? { name: `Node nodes[${index}]`, ids: {}, inside }
      : { name: `Node '${cut(id)}'`, ids: { node: cut(id) }, inside };
  }
  if (list !== 'edges') return { name: 'The flow', ids: {}, inside: path };
  const ends = { from: nameIn(item, 'from'), to: nameIn(item, 'to') };
  if (ends.from === undefined || ends.to === undefined)
    return { name: `Edge edges[${index}]`, ids: {}, inside };
  const edge = edgeName({ from: ends.from, to: ends.to });
  return { name: `Edge '${edge}'`, ids: { edge }, inside };
}

export function edgeName({ from, to }: { from: string; to: string }): string {
  return `${cut(from)} -> ${cut(to)}`;
}

function nameIn(item: unknown, field: string): string | undefined {
  const name = valueAt(item, [field]);
  return typeof name === 'string' && name !== '' ? name : undefined;
}
