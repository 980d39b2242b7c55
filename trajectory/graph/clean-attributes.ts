import { parseWellFormed } from '../../context/parse-well-formed.js';
import { wellFormed } from '../../context/well-formed.js';
import { NODE_ATTRIBUTES, type NodeType } from './node-types.js';
import { shown } from './shown.js';
import { TrajectoryError } from './trajectory-error.js';
import type { Json } from './trajectory-node.js';

/** A node's description among its attributes' old values; no type has an attribute of this name. */
export const DESCRIPTION = 'description';

/**
 * A copy of attributes as a node keeps them, in text that Postgres accepts; null where there is to be none, and
 * nothing where the value is undefined. Throws a `TrajectoryError` for an attribute that the type does not have and
 * for a value that is no JSON.
 */
export function cleanAttributes(
  type: NodeType,
  values: Readonly<Record<string, unknown>>,
): Record<string, Json> {
  const known: readonly string[] = NODE_ATTRIBUTES[type];
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new TrajectoryError(
      `A ${type} has no attribute ${shown(unknown)}. Use: ${[DESCRIPTION, ...known].join(', ')}.`,
    );
  }
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, cleanJson(name, value)]));
}

/** Text without what Postgres refuses. Throws a `TrajectoryError` for a description that is no text. */
export function cleanDescription(description: unknown): string | null {
  if (description === null || description === undefined) return null;
  if (typeof description === 'string') return wellFormed(description);
  throw new TrajectoryError(`Description of type '${typeof description}' is no text. Give a text or null.`);
}

/** Attributes without those that are null, which is the same as not there. */
export function withoutNulls(attributes: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
}

function cleanJson(name: string, value: unknown): Json {
  const clean = rewritten(name, value);
  if (clean === undefined) throw notJson(name, `a ${typeof value}`);
  return clean;
}

function rewritten(name: string, value: unknown): Json | undefined {
  try {
    const json = JSON.stringify(value) as string | undefined; // Undefined for a function.
    return json === undefined ? undefined : (parseWellFormed(json) as Json);
  } catch (cause) {
    throw notJson(name, cause instanceof Error ? cause.message.split('\n', 1).join() : 'refused', cause);
  }
}

function notJson(name: string, reason: string, cause?: unknown): TrajectoryError {
  return new TrajectoryError(`Attribute '${name}' is no JSON (${reason}). Give JSON values only.`, { cause });
}
