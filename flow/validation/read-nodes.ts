import type { FlowNode } from '../kinds/flow-node.js';
import { customKind } from '../kinds/custom.js';
import NODE_KINDS from '../kinds/node-kinds.js';
import { isBuiltIn } from '../kinds/traits.js';
import type { FlowProblem } from './flow-problem.js';
import { issueProblems } from './issue-problems.js';
import { valueAt } from './path.js';
import { shown } from '../values/shown.js';
import { subjectAt } from './subject.js';
import { suggestion } from './suggestion.js';
import { isRecord } from '../../protocol/is-record.js';

export interface NodePart {
  id: string;
  kind?: FlowNode['kind'];
  node?: FlowNode;
}

const BUILT_IN_KINDS = Object.keys(NODE_KINDS);

/** If several nodes have one id, the first wins. */
export function readNodes(definition: unknown): { problems: FlowProblem[]; nodes: NodePart[] } {
  const list = valueAt(definition, ['nodes']);
  const problems: FlowProblem[] = [];
  const nodes = new Map<string, NodePart>();
  for (const index of Array.isArray(list) ? list.keys() : []) {
    const read = readNode(definition, index);
    problems.push(...read.problems);
    const id = valueAt(definition, ['nodes', index, 'id']);
    if (typeof id !== 'string' || id === '') continue;
    if (nodes.has(id)) problems.push(repeated(definition, index));
    else nodes.set(id, { id, kind: read.kind, node: read.node });
  }
  return { problems, nodes: [...nodes.values()] };
}

function readNode(definition: unknown, index: number): Partial<NodePart> & { problems: FlowProblem[] } {
  const base = ['nodes', index];
  const given = valueAt(definition, base);
  const kind = valueAt(given, ['kind']);
  if (isRecord(given) && !isKind(kind)) return { problems: [unknownKind(definition, index)] };
  const parsed = findSchema(kind).safeParse(withConfig(given, kind));
  const problems = parsed.success ? [] : issueProblems(parsed.error.issues, { definition, base });
  return { problems, ...(isKind(kind) && { kind }), ...(parsed.success && { node: parsed.data }) };
}

/** Adds a missing config, so that its required fields are reported by name. */
function withConfig(given: unknown, kind: unknown): unknown {
  return isRecord(given) && needsConfig(kind) ? { config: {}, ...given } : given;
}

function needsConfig(kind: unknown): boolean {
  if (typeof kind !== 'string' || !isBuiltIn(kind)) return false;
  const { shape } = NODE_KINDS[kind].schema;
  return 'config' in shape && !shape.config.safeParse(undefined).success;
}

function findSchema(kind: unknown) {
  return typeof kind === 'string' && isBuiltIn(kind) ? NODE_KINDS[kind].schema : customKind.schema;
}

function isKind(kind: unknown): kind is FlowNode['kind'] {
  return typeof kind === 'string' && (isBuiltIn(kind) || kind.startsWith('custom:'));
}

function unknownKind(definition: unknown, index: number): FlowProblem {
  const { name, ids } = subjectAt(definition, ['nodes', index]);
  const kind = valueAt(definition, ['nodes', index, 'kind']);
  const meant = typeof kind === 'string' ? suggestion(kind, BUILT_IN_KINDS) : '';
  const has = kind === undefined ? "has no field 'kind'" : `has ${shown(kind)} in field 'kind'${meant}`;
  const message = `${name} ${has}; it must be one of ${BUILT_IN_KINDS.join(', ')} or 'custom:' and a name`;
  return { severity: 'error', ...ids, field: 'kind', message };
}

function repeated(definition: unknown, index: number): FlowProblem {
  const { name, ids } = subjectAt(definition, ['nodes', index]);
  const message = `${name} has the id of an earlier node; give nodes[${index}] another id`;
  return { severity: 'error', ...ids, field: 'id', message };
}
