import { chooseRoute } from '../../../flow/conditions/choose-route.js';
import type { SwitchConfig } from '../../../flow/kinds/switch.js';
import { findReferences } from '../../../flow/templates/find-references.js';
import { renderValue } from '../../../flow/templates/render-value.js';
import type { Scope } from '../load-scope.js';
import { evaluateAtOnce } from './evaluator.js';

/** Chooses the route of the first rule that holds. */
export const evaluateSwitch = evaluateAtOnce<'switch'>({
  names: ({ config: { rules } }) => [
    ...rules.map(({ field }) => field.split('.')[0] ?? ''),
    ...findReferences(rules.map(({ value }) => value)),
  ],
  look({ config }, scope) {
    const route = chooseRoute(renderRules(config, scope), scope);
    return { output: { route }, route };
  },
  again: ({ output }) => ({ kind: 'done', route: readRoute(output) }),
});

function renderRules(config: SwitchConfig, scope: Scope): SwitchConfig {
  const rules = config.rules.map((rule) => ({ ...rule, value: renderValue(rule.value, scope) }));
  return { ...config, rules };
}

function readRoute(output: unknown): string | null {
  const route = typeof output === 'object' && output !== null && 'route' in output ? output.route : null;
  return typeof route === 'string' ? route : null;
}
