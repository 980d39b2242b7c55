import { loopBody } from '../graph/loop-body.js';
import type { AlwaysBefore, Ending } from './always-before.js';
import type { FlowGraph } from './flow-graph.js';
import { FAILURE_FIELDS, outputFields } from './output-fields.js';
import type { NodePart } from './read-nodes.js';
import type { Reading, ReadPath } from './read-templates.js';
import { cut } from '../values/shown.js';
import { repeats } from '../kinds/traits.js';

export interface MissingValue {
  text: string;
  at: number;
  isPossible?: boolean;
  /** Code throws for an unknown variable. */
  isUnknown?: boolean;
  isWrong?: boolean;
}

interface BranchReading {
  reader: string;
  source: NodePart;
  offset: number;
  path: ReadPath;
  reading: Pick<Reading, 'isCode'>;
  isAlwaysBefore: AlwaysBefore;
}

/**
 * Finds a value that may be missing, because a switch may skip its source, or an error edge may follow it.
 */
export function findBranch(graph: FlowGraph, given: BranchReading): MissingValue | undefined {
  const { reader, source, offset, path, reading, isAlwaysBefore } = given;
  const ending = neededEnding(given);
  if (!ending) return undefined;
  const is = (wanted: Ending): boolean => isAlwaysBefore(source.id, { ending: wanted, reader });
  if (is(ending)) return undefined;
  const at = offset + (path.names.length > offset + 1 ? 1 : 0);
  const id = cut(source.id);
  if (repeats(source.kind) && loopBody(graph, source.id).has(reader))
    return { text: `loop '${id}' has no output while its items run; read it after the loop`, at: offset };
  if (ending !== 'any' && is(ending === 'success' ? 'failure' : 'success')) {
    const text = ending === 'success' ? `has failed whenever this node runs` : `never fails before this node`;
    return { text: `node '${id}' ${text}; read another value`, at: offset };
  }
  const what = !is('any')
    ? 'does not run on every path to this node'
    : ending === 'success'
      ? 'may have failed, and its output is then an error'
      : 'may have succeeded, and its output is then no error';
  const names = path.names.slice(offset).map(cut);
  const remedy = reading.isCode
    ? `read it as 'nodes.${names.join('?.')}'`
    : `add a default as in '{{ ${path.names.map(cut).join('.')} | default('…') }}', or set 'missing' of the node or the flow to 'empty' or 'keep'`;
  return { text: `node '${id}' ${what}; ${remedy}`, at, isPossible: true };
}

function neededEnding({ source, offset, path, reading }: BranchReading): Ending | undefined {
  const { names, required } = path;
  const field = names[offset + 1];
  if (!reading.isCode) return required === 0 ? undefined : chooseEnding(source, field);
  // Code also throws for a member of a missing value.
  const isNeeded = offset === 0 ? required > 0 : required > offset + 1;
  if (!isNeeded) return undefined;
  return required > offset + 2 ? chooseEnding(source, field) : 'any';
}

function chooseEnding(source: NodePart, field: string | undefined): Ending {
  if (field === undefined) return 'any';
  const fields = outputFields(source);
  if (!FAILURE_FIELDS.includes(field)) return 'success';
  return !fields || fields.includes(field) ? 'any' : 'failure';
}
