import { NODE_ATTRIBUTES } from '../../../trajectory/graph/node-types.js';
import type { JsonValue, TrajectoryNode } from '../../../trajectory/graph/trajectory-node.js';
import { STRINGS } from '../strings.js';

const NAMES: Readonly<Record<string, string>> = STRINGS.trajectory.names;

export function toTitle(name: string): string {
  if (Object.hasOwn(NAMES, name)) return NAMES[name] ?? name;
  return name.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
}

export function toReadable(value: JsonValue | undefined): string {
  if (value == null) return STRINGS.trajectory.details.none;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

export function searchText(node: TrajectoryNode, name: string): string {
  const values = Object.values(node.attributes).map(toReadable);
  return [node.id, name, node.description ?? '', ...values].join('\n').toLowerCase();
}

/** Returns known attributes first, in their type's order. */
export function listAttributes({ type, attributes }: TrajectoryNode): [string, JsonValue][] {
  const known: readonly string[] = NODE_ATTRIBUTES[type];
  const others = Object.keys(attributes).filter((name) => !known.includes(name));
  return [...known, ...others].flatMap((name) => {
    const value = attributes[name];
    return value === undefined ? [] : [[name, value] as [string, JsonValue]];
  });
}

export interface NodeChange {
  version: number;
  reason: string;
  attributes: { name: string; before: JsonValue; after: JsonValue | undefined }[];
}

/**
 * Returns the latest change first. A change wrote the value that the next one replaced, or else the current
 * value.
 */
export function listChanges(node: TrajectoryNode): NodeChange[] {
  const later: Record<string, JsonValue> = {
    label: node.label,
    description: node.description,
    ...node.attributes,
  };
  return Object.entries(node.versions)
    .map(([version, replaced]) => ({ version: Number(version), replaced }))
    .sort((one, other) => other.version - one.version)
    .map(({ version, replaced }) => ({
      version,
      reason: node.reasons?.[version] ?? '',
      attributes: Object.entries(replaced).map(([name, before]) => {
        const after = later[name];
        later[name] = before;
        return { name, before, after };
      }),
    }));
}
