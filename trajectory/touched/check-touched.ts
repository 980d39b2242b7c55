import { z } from 'zod';
import { firstIssue } from '../../context/text/first-issue.js';
import { wellFormed } from '../../context/text/well-formed.js';
import { DATA_TYPES, NODE_ATTRIBUTES } from '../graph/node-types.js';
import {
  MAX_TOUCHED_ATTRIBUTES,
  MAX_TOUCHED_DESCRIPTION,
  MAX_TOUCHED_NAME,
  type Touched,
} from './touched-thing.js';
import { TrajectoryError } from '../graph/trajectory-error.js';
import type { Attributes, JsonValue } from '../graph/trajectory-node.js';

const TEXT = z.string().overwrite(wellFormed).trim().min(1);
const TOUCHED = z.strictObject({
  type: z.enum(DATA_TYPES),
  name: TEXT.max(MAX_TOUCHED_NAME),
  how: z.enum(['read', 'written']).optional(),
  description: TEXT.max(MAX_TOUCHED_DESCRIPTION).optional(),
  attributes: z.record(z.string(), z.json()).optional(),
});

/** Checks all fields, because a project's code may pass anything. */
export function checkTouched(given: unknown): Touched {
  const parsed = TOUCHED.safeParse(given);
  if (!parsed.success)
    throw new TrajectoryError(
      `A touched thing must be { type, name, how?, description?, attributes? }: ${firstIssue(parsed.error, 'it')}`,
    );
  const { type, name, how, description, attributes } = parsed.data;
  const json = attributes && wellFormed(JSON.stringify(attributes));
  if (json !== undefined && json.length > MAX_TOUCHED_ATTRIBUTES)
    throw new TrajectoryError(
      `The attributes of '${name.slice(0, 80)}' have ${json.length} characters as JSON; at most ${MAX_TOUCHED_ATTRIBUTES} are kept: store the rest as an artifact`,
    );
  const known: readonly string[] = NODE_ATTRIBUTES[type];
  const unknown = Object.keys(attributes ?? {}).find((attribute) => !known.includes(attribute));
  if (unknown !== undefined)
    throw new TrajectoryError(
      `A ${type} has no attribute '${unknown.slice(0, 80)}'; it has: ${known.join(', ')}`,
    );
  return { type, name, how, description, attributes: attributes && cleanAttributeValues(attributes) };
}

function cleanAttributeValues(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, cleanJson(value)]));
}

/** Postgres rejects NUL and lone surrogates in keys too. */
function cleanJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(cleanJson);
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [wellFormed(name), cleanJson(inside)]),
  );
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
