import { parseWellFormed } from '../../context/text/parse-well-formed.js';
import { wellFormed } from '../../context/text/well-formed.js';
import { NODE_ATTRIBUTES, type NodeType } from './node-types.js';
import { quoteText } from './quote-text.js';
import { TrajectoryError } from './trajectory-error.js';
import type { JsonValue } from './trajectory-node.js';

/** Changes the description. No type has such an attribute. */
export const DESCRIPTION = 'description';

export function cleanAttributes(
  type: NodeType,
  values: Readonly<Record<string, unknown>>,
): Record<string, JsonValue> {
  const known: readonly string[] = NODE_ATTRIBUTES[type];
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new TrajectoryError(
      `A ${type} has no attribute ${quoteText(unknown)}. Use: ${[DESCRIPTION, ...known].join(', ')}.`,
    );
  }
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, cleanJson(name, value)]));
}

export function cleanDescription(description: unknown): string | null {
  if (description == null) return null;
  if (typeof description === 'string') return wellFormed(description);
  throw new TrajectoryError(
    `Description of type '${typeof description}' is not a text. Give a text or null.`,
  );
}

export function withoutNulls(attributes: Readonly<Record<string, JsonValue>>): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
}

function cleanJson(name: string, value: unknown): JsonValue {
  const clean = rewritten(name, value);
  if (clean === undefined) throw notJson(name, `a ${typeof value}`);
  return clean;
}

function rewritten(name: string, value: unknown): JsonValue | undefined {
  try {
    const json = JSON.stringify(value) as string | undefined;
    return json === undefined ? undefined : (parseWellFormed(json) as JsonValue);
  } catch (cause) {
    throw notJson(name, cause instanceof Error ? cause.message.split('\n', 1).join() : 'refused', cause);
  }
}

function notJson(name: string, reason: string, cause?: unknown): TrajectoryError {
  return new TrajectoryError(`Attribute '${name}' is not JSON (${reason}). Give JSON values only.`, {
    cause,
  });
}
