import { LANGUAGE_NAMES } from '../code/language-names.js';
import type { FlowNode } from '../kinds/flow-node.js';
import { collect } from '../graph/collect.js';
import { loopBody } from '../graph/loop-body.js';
import { mapFollowers, mapPredecessors, type Neighbours } from '../graph/neighbours.js';
import { listPaths } from '../kinds/find-kind.js';
import { isTrigger, repeats } from '../kinds/traits.js';
import { pathNames } from '../paths/path-names.js';
import { RESERVED_IDS } from '../schema/names.js';
import { readAlwaysBefore, type AlwaysBefore } from './always-before.js';
import { findBranch, type MissingValue } from './find-branch.js';
import type { FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { mayHaveField, outputFields } from './output-fields.js';
import type { Reading, ReadPath, ReadTemplate } from './read-templates.js';
import { cut, shownNames } from '../values/shown.js';
import { suggestion } from './suggestion.js';
import { TRIGGER_FIELDS } from '../kinds/node-kind.js';

const NODE_ROOTS: readonly string[] = ['nodes', 'node_outputs'];

/** Null allows any value. */
type Shape = 'a text' | 'a number' | null | { readonly [field: string]: Shape };

const TRIGGER: Shape = {
  ...Object.fromEntries(TRIGGER_FIELDS.map((field) => [field, 'a text' as const])),
  data: null,
  user_context: { user: 'a text', channel: 'a text' },
};
const LOOP: Shape = { item: null, index: 'a number', total: 'a number' };

/** Impossible inputs and certain failures are errors, other missing values warnings. */
export function checkReferences(graph: FlowGraph, read: readonly ReadTemplate[]): FlowProblem[] {
  const backward = mapPredecessors(graph);
  const forward = mapFollowers(graph);
  const inLoops = new Set(
    graph.nodes.flatMap(({ id, kind }) => (repeats(kind) ? [...loopBody(graph, id)] : [])),
  );
  const isAlwaysBefore = readAlwaysBefore(graph);
  const byNode = new Map<string, Reading[]>(graph.nodes.map(({ id }) => [id, []]));
  for (const reading of read) byNode.get(reading.node)?.push(reading);
  return graph.nodes.flatMap(({ id, node }) => {
    const readings = [...(byNode.get(id) ?? []), ...(node ? pathReadings(node) : [])];
    if (readings.length === 0) return [];
    const place = {
      id,
      isInLoop: inLoops.has(id),
      isBefore: leadsTo(id, backward),
      isAfter: leadsTo(id, forward),
      isAlwaysBefore,
    };
    const problems = readings.flatMap((reading) =>
      uniquePaths(reading.paths).flatMap((path) => pathProblem(graph, { ...place, reading, path })),
    );
    return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
  });
}

/** Checks the direct predecessor first, because most nodes read only that one. */
function leadsTo(id: string, along: Neighbours): (other: string) => boolean {
  const next = along.get(id) ?? [];
  let all: ReadonlySet<string> | undefined;
  return (other) => next.includes(other) || (all ??= collect(next, { along })).has(other);
}

function uniquePaths(paths: readonly ReadPath[]): readonly ReadPath[] {
  if (paths.length < 2) return paths;
  return [...new Map(paths.map((path) => [`${path.required} ${path.names.join('\0')}`, path])).values()];
}

function pathReadings(node: FlowNode): Reading[] {
  return listPaths(node).map(({ field, value, isInput = false }) => ({
    field,
    paths: [{ names: pathNames(value), required: 0 }],
    isInput,
  }));
}

interface PathReading {
  id: string;
  isInLoop: boolean;
  isBefore: (other: string) => boolean;
  isAfter: (other: string) => boolean;
  isAlwaysBefore: AlwaysBefore;
  reading: Reading;
  path: ReadPath;
}

function pathProblem(graph: FlowGraph, place: PathReading): FlowProblem[] {
  const { id, reading, path } = place;
  const missing = findMissing(graph, place);
  if (!missing) return [];
  const { field, isInput, isCode } = reading;
  const { text, at, isWrong = false, isPossible = false, isUnknown = false } = missing;
  const fails = isCode && isUnknown ? path.required > at : path.required > at + 1;
  const isError = (isWrong && isInput) || (fails && !isPossible);
  const message = `Node '${cut(id)}' reads '${cut(path.names.join('.'))}' in field '${field}', but ${text}`;
  return [{ severity: isError ? 'error' : 'warning', node: id, field, message }];
}

function findMissing(graph: FlowGraph, place: PathReading): MissingValue | undefined {
  const { path, reading, isInLoop } = place;
  const { isCode } = reading;
  const [root = ''] = path.names;
  if (root === 'trigger' || (!isCode && isTrigger(graph.byId.get(root)?.kind)))
    return findUnknownField(path.names, { of: 'trigger', isCode });
  if (root === 'loop' && isInLoop) return findUnknownField(path.names, { of: 'loop', isCode });
  if (root === 'loop')
    return { text: 'this node is in no loop; read it inside of one', at: 0, isWrong: true };
  if (isCode && root !== 'nodes') {
    if (LANGUAGE_NAMES.has(root)) return undefined;
    const found = graph.byId.get(root);
    if (!found || isTrigger(found.kind)) return unknownVariable(graph, root);
  } else if (!NODE_ROOTS.includes(root) && RESERVED_IDS.includes(root)) return undefined;
  return nodeProblem(graph, place);
}

function unknownVariable({ byId }: FlowGraph, name: string): MissingValue {
  const isStart = isTrigger(byId.get(name)?.kind);
  const meant = suggestion(name, [...byId.keys(), 'trigger', 'loop', 'nodes']);
  const remedy = isStart ? "code reads it as 'trigger'" : "name a node, 'nodes', 'trigger' or 'loop'";
  return {
    text: `code has no variable '${cut(name)}'${isStart ? '' : meant}; ${remedy}`,
    at: 0,
    isUnknown: true,
  };
}

function nodeProblem(graph: FlowGraph, place: PathReading): MissingValue | undefined {
  const { id, path, reading, isBefore, isAfter, isAlwaysBefore } = place;
  const offset = NODE_ROOTS.includes(path.names[0] ?? '') ? 1 : 0;
  const [source, output] = path.names.slice(offset);
  if (source === undefined) return undefined;
  const found = graph.byId.get(source);
  if (!found) {
    const meant = suggestion(source, [...graph.byId.keys()]);
    const text = `node '${cut(source)}' does not exist${meant}; name a node, 'trigger' or 'loop'`;
    return { text, at: offset, isWrong: true };
  }
  if (offset === 1 && isTrigger(found.kind))
    return { text: `'${cut(source)}' is a trigger; read it as 'trigger'`, at: offset, isWrong: true };
  if (output !== undefined && !mayHaveField(found, output) && !(output in Object.prototype)) {
    const fields = shownNames(outputFields(found) ?? []);
    const text = `the output of node '${cut(source)}' of kind '${found.kind}' has no '${cut(output)}'; it has: ${fields}`;
    return { text, at: offset + 1, isWrong: true };
  }
  if (isTrigger(found.kind)) return undefined;
  if (isBefore(source))
    return findBranch(graph, { reader: id, source: found, offset, path, reading, isAlwaysBefore });
  const text = `node '${cut(source)}' does not run before this node; connect it, or read another node`;
  return { text, at: offset, isPossible: source !== id && !isAfter(source) };
}

function findUnknownField(
  names: readonly string[],
  { of, isCode = false }: { of: 'trigger' | 'loop'; isCode?: boolean | undefined },
): MissingValue | undefined {
  let shape: Shape = of === 'trigger' ? TRIGGER : LOOP;
  for (const [index, name] of names.slice(1).entries()) {
    if (shape === null) return undefined;
    const at = index + 1;
    const what = `'${names.slice(0, at).map(cut).join('.')}'`;
    if (typeof shape === 'string') {
      const methods: object = shape === 'a text' ? String.prototype : Number.prototype;
      const exists = isCode && (name in methods || /^\d+$/.test(name));
      return exists ? undefined : { text: `${what} is ${shape}, which has no fields`, at, isWrong: true };
    }
    if (!Object.hasOwn(shape, name)) {
      if (name in Object.prototype) return undefined;
      const fields = Object.keys(shape);
      const meant = suggestion(name, fields);
      return {
        text: `${what} has no '${cut(name)}'${meant}; it has: ${shownNames(fields)}`,
        at,
        isWrong: true,
      };
    }
    shape = shape[name] ?? null;
  }
  return undefined;
}
