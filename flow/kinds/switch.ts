import { flagField, listField, MISSING_FIELD, strictFields, textField } from '../schema/fields.js';
import { FLOW_LIMITS } from '../schema/flow-limits.js';
import { CONDITION_FIELDS, listConditionPatterns } from './condition.js';
import { nodeSchema, type Described, type Draft, type NodeKind } from './node-kind.js';

export const OTHER_ROUTE = '__other__';

const RULE = strictFields({
  ...CONDITION_FIELDS,
  route: textField("The route to take if the rule holds; an edge from the switch names it in 'route'.", {
    min: 1,
  }),
});

const CONFIG = strictFields({
  rules: listField(RULE, { what: 'rules', max: FLOW_LIMITS.rules }).describe(
    'The first rule that holds decides.',
  ),
  fallback: flagField("True: takes the route '__other__' if no rule holds. Default: takes none.").optional(),
  missing: MISSING_FIELD.optional(),
});
const SCHEMA = nodeSchema('switch', CONFIG).describe(
  'Takes one of its routes by rules. Output: route, and notes about values that could not be compared.',
);

export type SwitchConfig = Described<typeof CONFIG>;
export type SwitchRule = SwitchConfig['rules'][number];
export type SwitchNode = Described<typeof SCHEMA>;

export const switchKind = {
  schema: SCHEMA,
  output: ['route', 'notes'],
  shape: 'diamond',
  templates: ({ rules }: SwitchConfig) =>
    rules.map(({ value }, index) => ({ field: `config.rules[${index}].value`, value })),
  paths: ({ rules }: SwitchConfig) =>
    rules.map(({ field }, index) => ({ field: `config.rules[${index}].field`, value: field })),
  patterns: ({ rules }: SwitchConfig) => listConditionPatterns('config.rules', rules),
} satisfies NodeKind<typeof SCHEMA, SwitchConfig>;

/** Takes one of its routes by rules. `defineFlow` checks the edges of the routes. */
export function switchOn<const Config extends SwitchConfig>(
  config: Config,
  label?: string,
): Omit<Draft<SwitchNode>, 'config'> & { config: Config } {
  return { kind: 'switch', label, config };
}

export function listRoutes({ config }: SwitchNode): { route: string; field: string }[] {
  const rules = config.rules.map(({ route }, index) => ({ route, field: `config.rules[${index}].route` }));
  return config.fallback === true ? [...rules, { route: OTHER_ROUTE, field: 'config.fallback' }] : rules;
}
