import { z } from 'zod';
import { OPERATORS } from './operators.js';
import { choiceField, strictFields, textField } from '../schema/fields.js';
import type { ConfigPlace, Described } from './node-kind.js';

export const CONDITION_FIELDS = {
  field: textField("Path to a node's output, or within an item: 'triage.category', 'price'.", {
    min: 1,
  }),
  operator: choiceField('How field and value are compared.', OPERATORS),
  value: z.unknown().optional().describe('The value to compare the field with.'),
};

export const CONDITION = strictFields(CONDITION_FIELDS);
export type Condition = Described<typeof CONDITION>;

const PATTERN_OPERATORS: ReadonlySet<string> = new Set(['matches_regex', 'not_matches_regex']);

export function listConditionPatterns(list: string, conditions: readonly Condition[]): ConfigPlace[] {
  return conditions.flatMap(({ operator, value }, index) =>
    PATTERN_OPERATORS.has(operator) ? [{ field: `${list}[${index}].value`, value }] : [],
  );
}
