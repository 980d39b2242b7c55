import { cleanAttributes, cleanDescription, DESCRIPTION, withoutNulls } from './clean-attributes.js';
import { TrajectoryError } from './trajectory-error.js';
import type { JsonValue, NodeVersion, TrajectoryNode } from './trajectory-node.js';

/** A null removes a value. An undefined one keeps it. */
export type NodeChanges = Readonly<Record<string, JsonValue | undefined>> & {
  readonly description?: string | null;
};

export function changeNode(
  node: TrajectoryNode,
  { description, ...attributes }: NodeChanges,
  why?: string | null,
): TrajectoryNode {
  const now = readValues(node);
  const asked = cleanAttributes(node.type, attributes);
  if (description !== undefined) asked[DESCRIPTION] = cleanDescription(description);
  const changed = Object.keys(asked).filter((name) => !sameJson(asked[name] ?? null, now[name] ?? null));
  if (changed.length === 0) return node;
  const old: NodeVersion = Object.fromEntries(changed.map((name) => [name, now[name] ?? null]));
  const version = latestVersion(node) + 1;
  const reasons = why ? { ...node.reasons, [version]: why } : node.reasons;
  return {
    ...withValues(node, { ...now, ...asked }),
    versions: { ...node.versions, [version]: old },
    reasons,
  };
}

function latestVersion(node: TrajectoryNode): number {
  return Object.keys(node.versions).length;
}

export function nodeAtVersion(node: TrajectoryNode, version: number): TrajectoryNode {
  const latest = latestVersion(node);
  if (!Number.isInteger(version) || version < 0 || version > latest) {
    throw new TrajectoryError(`Node '${node.id}' has no version ${version}. Ask for 0 to ${latest}.`);
  }
  const later = Object.entries(node.versions).filter(([number]) => Number(number) > version);
  const earlier = Object.entries(node.versions).filter(([number]) => Number(number) <= version);
  // A version stores the values that it replaced.
  const values = Object.assign({}, readValues(node), ...later.map(([, old]) => old).reverse()) as Values;
  const reasons = Object.entries(node.reasons ?? {}).filter(([number]) => Number(number) <= version);
  return {
    ...withValues(node, values),
    versions: Object.fromEntries(earlier),
    reasons: reasons.length === 0 ? undefined : Object.fromEntries(reasons),
  };
}

type Values = Readonly<Record<string, JsonValue>>;

function readValues(node: TrajectoryNode): Values {
  return { ...node.attributes, [DESCRIPTION]: node.description };
}

function withValues(
  node: TrajectoryNode,
  { [DESCRIPTION]: description, ...attributes }: Values,
): TrajectoryNode {
  return { ...node, description: description as string | null, attributes: withoutNulls(attributes) };
}

/** Not `isDeepStrictEqual`, which overflows the stack on deep values. */
export function sameJson(one: JsonValue, other: JsonValue): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(other).length) return false;
  for (const name of names) {
    const [mine, theirs] = [one[name], Object.hasOwn(other, name) ? other[name] : undefined];
    if (mine === undefined || theirs === undefined || !sameJson(mine, theirs)) return false;
  }
  return true;
}

function isObject(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null;
}
