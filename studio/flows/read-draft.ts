import type { FlowProblem } from '../../flow/validation/flow-problem.js';
import type { DrawnFlow } from '../parts/drawn-flow.js';

/** A text that is edited, as far as it can be read. */
export interface Draft {
  /** Undefined: the text is no JSON. */
  definition: unknown;
  /** The nodes and edges that can be drawn. */
  flow: DrawnFlow;
}

/** Reads a text that is edited; what is wrong in it is left out of the drawing. */
export function readDraft(text: string): Draft {
  const definition = parse(text);
  return {
    definition,
    flow: {
      nodes: listObjects(definition, 'nodes').flatMap(({ id, kind, label }) =>
        typeof id === 'string' && id !== ''
          ? [{ id, kind: asText(kind) ?? '?', label: asText(label) ?? undefined }]
          : [],
      ),
      edges: listObjects(definition, 'edges').flatMap(({ from, to, route, on }) =>
        typeof from === 'string' && typeof to === 'string'
          ? [{ from, to, route: asText(route), on: asText(on) }]
          : [],
      ),
    },
  };
}

/** The same drawing, with each problem on its node. */
export function markProblems(
  { nodes, edges }: DrawnFlow,
  problems: readonly Pick<FlowProblem, 'node' | 'message'>[],
): DrawnFlow {
  return {
    edges,
    nodes: nodes.map((node) => ({
      ...node,
      problems: problems.filter((problem) => problem.node === node.id).map(({ message }) => message),
    })),
  };
}

/** The path in a definition to the place of a problem: `['nodes', 1, 'config', 'model']`. */
export function pathTo(
  definition: unknown,
  { node, edge, field }: Pick<FlowProblem, 'node' | 'edge' | 'field'>,
): (string | number)[] {
  const inside = (field ?? '')
    .split(/[.[\]]/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  if (node !== undefined) {
    const index = listObjects(definition, 'nodes').findIndex(({ id }) => id === node);
    return index < 0 ? inside : ['nodes', index, ...inside];
  }
  if (edge !== undefined) {
    const index = listObjects(definition, 'edges').findIndex(
      ({ from, to }) => `${asText(from) ?? ''} -> ${asText(to) ?? ''}` === edge,
    );
    return index < 0 ? inside : ['edges', index, ...inside];
  }
  return inside;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The objects of a list; what is none keeps its place as an empty one. */
function listObjects(definition: unknown, name: 'nodes' | 'edges'): Record<string, unknown>[] {
  if (typeof definition !== 'object' || definition === null) return [];
  const list: unknown = Reflect.get(definition, name);
  if (!Array.isArray(list)) return [];
  return list.map((one: unknown) =>
    typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {},
  );
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
