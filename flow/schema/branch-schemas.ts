import { z } from 'zod';
import { OPERATORS } from '../conditions/operators.js';
import type { FilterConfig, LoopConfig, MergeNode, SwitchConfig } from '../definition.js';
import {
  choiceField,
  countField,
  flagField,
  listField,
  secondsField,
  strictFields,
  textField,
} from './fields.js';
import { FLOW_LIMITS } from './limits.js';

const CONDITION_FIELDS = {
  field: textField("Dotted path from the nodes' outputs, or from an item: 'triage.category', 'price'.", {
    min: 1,
  }),
  operator: choiceField('How field and value are compared.', OPERATORS),
  value: z.unknown().optional().describe('What the field is compared with.'),
};

/** The configuration of a `switch` node. */
export const SWITCH_CONFIG_SCHEMA = strictFields({
  rules: listField(
    strictFields({
      ...CONDITION_FIELDS,
      route: textField("Taken when the rule holds; an edge from the switch names it in 'route'.", { min: 1 }),
    }),
    { what: 'rules', max: FLOW_LIMITS.rules },
  ).describe('The first that holds decides.'),
  fallback: flagField(
    "With no rule that holds: the route '__other__' is taken. Default: none is.",
  ).optional(),
}) satisfies z.ZodType<SwitchConfig>;

/** The configuration of a `filter` node. */
export const FILTER_CONFIG_SCHEMA = strictFields({
  over: textField('A template that gives the list.', { min: 1 }),
  conditions: listField(strictFields(CONDITION_FIELDS), {
    what: 'conditions',
    max: FLOW_LIMITS.rules,
  }).describe('What is asked of each item.'),
  match: choiceField('Whether an item must meet all conditions (default) or any.', ['all', 'any']).optional(),
}) satisfies z.ZodType<FilterConfig>;

/** The configuration of a `merge` node: there is nothing to configure. */
export const MERGE_CONFIG_SCHEMA = strictFields({}) satisfies z.ZodType<MergeNode['config']>;

/** The configuration of a `loop` node. */
export const LOOP_CONFIG_SCHEMA = strictFields({
  over: textField('A template that gives the list. What is no list is one item; null or missing is none.', {
    min: 1,
  }),
  on_error: choiceField(
    "'continue': a failed item's result is its error. 'stop' (default): the loop fails.",
    ['stop', 'continue'],
  ).optional(),
  parallel: countField('Items at once; default 1: one after another.', {
    min: 1,
    max: FLOW_LIMITS.parallel,
  }).optional(),
  delay_seconds: secondsField('Pause between items, in seconds.').optional(),
}) satisfies z.ZodType<LoopConfig>;
