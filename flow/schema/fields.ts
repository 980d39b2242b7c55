import { z } from 'zod';
import { MISSING } from '../templates/missing.js';
import { FLOW_LIMITS } from './flow-limits.js';

/** A `min` of 1 requires text. */
export function textField(description: string, { min = 0 }: { min?: number } = {}) {
  const max = FLOW_LIMITS.textCharacters;
  const form = `it must be a text of ${min === 0 ? 'at most' : `${min} to`} ${max.toLocaleString('en')} characters`;
  return z.string(form).min(min, form).max(max, form).describe(description);
}

export function countField(description: string, { min, max }: { min: number; max: number }) {
  const form = `it must be a whole number from ${min} to ${max.toLocaleString('en')}`;
  return z.int(form).min(min, form).max(max, form).describe(description);
}

/** `what` completes the error message: 'a number of seconds'. */
export function numberField(
  description: string,
  { what = 'a number', min, max }: { what?: string; min: number; max: number },
) {
  const form = `it must be ${what} from ${min} to ${max.toLocaleString('en')}`;
  return z.number(form).min(min, form).max(max, form).describe(description);
}

export function secondsField(description: string) {
  return numberField(description, { what: 'a number of seconds', min: 0, max: FLOW_LIMITS.seconds });
}

export function flagField(description: string) {
  return z.boolean('it must be true or false').describe(description);
}

export function choiceField<const Choices extends readonly [string, ...string[]]>(
  description: string,
  choices: Choices,
) {
  const form = `it must be one of ${choices.map((choice) => `'${choice}'`).join(', ')}`;
  return z.enum(choices, form).describe(description);
}

export function strictFields<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : 'it must be an object',
  });
}

export function listField<Item extends z.ZodType>(
  item: Item,
  { what, min = 0, max }: { what: string; min?: number; max: number },
) {
  const form = `it must be a list of ${min === 0 ? 'at most' : `${min} to`} ${max.toLocaleString('en')} ${what}`;
  return z.array(item, form).min(min, form).max(max, form);
}

export const MISSING_FIELD = choiceField(
  "If a template has no value: the node fails ('fail', default), the text is empty ('empty'), or the tag stays as written ('keep').",
  MISSING,
);
