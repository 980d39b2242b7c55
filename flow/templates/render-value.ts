import { hasTags } from './has-tags.js';
import { Meter } from './meter.js';
import { mustParse } from './must-parse.js';
import { missingText } from './missing.js';
import { parsedValue, type RenderOptions, type TemplateScope } from './render-parsed.js';
import { isRecord } from '../../protocol/is-record.js';

const MAX_DEPTH = 200;

type Given = { scope: TemplateScope } & RenderOptions;

/** Skips member names. All texts share the limits. */
export function renderValue(value: unknown, scope: TemplateScope, options: RenderOptions = {}): unknown {
  return rendered(value, { scope, meter: new Meter(), ...options, depth: 0 });
}

function rendered(value: unknown, place: Given & { depth: number }): unknown {
  if (place.depth > MAX_DEPTH)
    throw new Error(`Template value has more than ${MAX_DEPTH} levels; make it flatter`);
  const below = { ...place, depth: place.depth + 1 };
  if (typeof value === 'string') return hasTags(value) ? renderedText(value, place) : value;
  if (Array.isArray(value)) return value.map((item) => rendered(item, below));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rendered(member, below)]));
}

function renderedText(text: string, given: Given): unknown {
  const value = parsedValue(mustParse(text), given);
  return value === undefined ? missingText(text, given) : value;
}
