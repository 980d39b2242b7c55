import { choiceField, listField, strictFields, textField } from '../schema/fields.js';
import { FLOW_LIMITS } from '../schema/flow-limits.js';
import { CONDITION, listConditionPatterns } from './condition.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

const CONFIG = strictFields({
  over: textField('The list, as a template.', { min: 1 }),
  conditions: listField(CONDITION, { what: 'conditions', max: FLOW_LIMITS.rules }).describe(
    'The conditions on each item.',
  ),
  match: choiceField('Whether an item must meet all conditions (default) or any.', ['all', 'any']).optional(),
});
const SCHEMA = nodeSchema('filter', CONFIG).describe(
  'Selects the items of a list that meet conditions. Output: items, total, and notes about values that could not be compared.',
);

export type FilterConfig = Described<typeof CONFIG>;
export type FilterNode = Described<typeof SCHEMA>;

export const filterKind = {
  schema: SCHEMA,
  output: ['items', 'total', 'notes'],
  templates: ({ over, conditions }: FilterConfig) => [
    { field: 'config.over', value: over, isInput: true },
    ...conditions.map(({ value }, index) => ({ field: `config.conditions[${index}].value`, value })),
  ],
  itemPaths: ({ conditions }: FilterConfig) =>
    conditions.map(({ field }, index) => ({ field: `config.conditions[${index}].field`, value: field })),
  patterns: ({ conditions }: FilterConfig) => listConditionPatterns('config.conditions', conditions),
} satisfies NodeKind<typeof SCHEMA, FilterConfig>;

/** Selects items by conditions. The conditions read the item, not other nodes. */
export function filter(config: FilterConfig, label?: string): Draft<FilterNode> {
  return { kind: 'filter', label, config };
}
