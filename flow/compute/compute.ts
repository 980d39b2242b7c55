import { chooseRoute } from '../conditions/choose-route.js';
import { filterItems } from '../conditions/filter-items.js';
import { describeIncomparableItems, describeIncomparableRules } from '../conditions/describe-incomparable.js';
import type { Condition } from '../kinds/condition.js';
import type { FilterConfig } from '../kinds/filter.js';
import type { SwitchConfig, SwitchRule } from '../kinds/switch.js';
import { evaluateTemplate } from '../templates/evaluate-template.js';
import { Meter, OverShareError } from '../templates/meter.js';
import type { MissingRule } from '../templates/missing.js';
import { renderText } from '../templates/render-text.js';
import { renderValue } from '../templates/render-value.js';
import type { TemplateScope } from '../templates/render-parsed.js';
import { toItems } from './to-items.js';
import { MAX_PATTERN_SIZE } from '../../protocol/compile-pattern.js';
import { MAX_SEARCHED } from '../conditions/matches-pattern.js';
import { readPath } from '../paths/read-path.js';

/** Plain data, so that any thread can compute it. */
export type Computation = { scope: TemplateScope } & MissingRule &
  (
    | { kind: 'text'; template: string }
    | { kind: 'template'; template: string }
    | { kind: 'value'; value: unknown }
    | { kind: 'filter'; config: FilterConfig }
    | { kind: 'switch'; config: SwitchConfig }
  );

export interface ComputeLimit {
  share: number;
  conditionSteps: number;
}

const INSTRUCTIONS_PER_CHARACTER = 4;

export function compute(computation: Computation, limit?: ComputeLimit): unknown {
  const { scope, missing, nodeId } = computation;
  const options = () => ({ meter: new Meter(limit?.share), missing, nodeId });
  switch (computation.kind) {
    case 'text':
      return renderText(computation.template, scope, options());
    case 'template':
      return evaluateTemplate(computation.template, scope, options());
    case 'value':
      return renderValue(computation.value, scope, options());
    case 'filter': {
      const { config } = computation;
      const items = toItems(evaluateTemplate(config.over, scope, options()));
      const conditions = fillValues(config.conditions, (value) => renderValue(value, scope, options()));
      allow(limit, () => countConditions(conditions, items, limit?.conditionSteps));
      return {
        items: filterItems(items, { ...config, conditions }),
        notes: describeIncomparableItems(items, conditions),
      };
    }
    case 'switch': {
      const rules = fillValues(computation.config.rules, (value) => renderValue(value, scope, options()));
      allow(limit, () => countConditions(rules, [scope], limit?.conditionSteps));
      const passed: SwitchRule[] = [];
      const onPassed = (rule: SwitchRule) => void passed.push(rule);
      const route = chooseRoute({ ...computation.config, rules, onPassed }, scope);
      return { route, notes: describeIncomparableRules(passed, scope) };
    }
  }
}

function fillValues<Rule extends Condition>(
  rules: readonly Rule[],
  fill: (value: unknown) => unknown,
): Rule[] {
  return rules.map((rule) => ({ ...rule, value: fill(rule.value) }));
}

function allow(limit: ComputeLimit | undefined, count: () => number): void {
  if (limit && count() > limit.conditionSteps)
    throw new OverShareError('Conditions take more than their share');
}

/** Returns an upper bound: a step per character or value, times the instructions of a pattern. */
export function countConditions(
  conditions: readonly Condition[],
  items: readonly unknown[],
  most = Number.POSITIVE_INFINITY,
): number {
  let steps = 0;
  for (const item of items)
    for (const { field, operator, value } of conditions) {
      const isPattern = operator === 'matches_regex' || operator === 'not_matches_regex';
      const size = measureSize(readPath(item, field), most - steps) + 1;
      steps += isPattern
        ? Math.min(size, MAX_SEARCHED) * countInstructions(String(value)) + size
        : size + measureSize(value, most - steps);
      if (steps > most) return steps;
    }
  return steps;
}

function countInstructions(pattern: string): number {
  // A counted repetition may expand to any size.
  return pattern.includes('{')
    ? MAX_PATTERN_SIZE
    : Math.min(MAX_PATTERN_SIZE, pattern.length * INSTRUCTIONS_PER_CHARACTER);
}

function measureSize(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 1;
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const name of Object.keys(value)) {
    size += name.length + measureSize(Reflect.get(value, name), most - size);
    if (size > most) break;
  }
  return size;
}
