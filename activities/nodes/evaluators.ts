import type { FlowNode } from '../../flow/kinds/flow-node.js';
import { chooseRoute } from '../../flow/conditions/choose-route.js';
import { filterItems } from '../../flow/conditions/filter-items.js';
import { evaluateExpression } from '../../flow/code/evaluate-expression.js';
import { evaluateTemplate } from '../../flow/templates/evaluate-template.js';
import { renderText } from '../../flow/templates/render-text.js';
import { renderValue } from '../../flow/templates/render-value.js';
import type { Scope } from './load-scope.js';

/** What came of looking at a node. */
export type Evaluated =
  /** It is done; `message` is what others see of it. */
  | { kind: 'output'; output: unknown; route?: string | null; message?: string }
  | { kind: 'loop'; items: readonly unknown[] }
  | { kind: 'wait'; ms: number }
  | { kind: 'approval'; prompt: string; expiresMs: number | undefined };

/** Kinds whose work is one look at what there is. */
export type EvaluatedKind =
  'switch' | 'filter' | 'merge' | 'template' | 'code' | 'loop' | 'wait' | 'approval' | 'reply';

interface Look<Kind extends EvaluatedKind> {
  node: Extract<FlowNode, { kind: Kind }>;
  scope: Scope;
  /** What the nodes give that lead here, by their ids in the flow's order. */
  before: Readonly<Record<string, unknown>>;
}

/** Items that a loop may have: as many as are tried, and more than a chat flow needs. */
const MAX_ITEMS = 100_000;
const MAX_WAIT_SECONDS = 31_536_000;

/** How each of them is evaluated. Throws a sentence for what cannot be. */
export const EVALUATORS: {
  readonly [Kind in EvaluatedKind]: (look: Look<Kind>) => Evaluated | Promise<Evaluated>;
} = {
  switch({ node: { config }, scope }) {
    const route = chooseRoute(renderRules(config, scope), scope);
    return { kind: 'output', output: { route }, route };
  },
  filter({ node: { config }, scope }) {
    const items = filterItems(toItems(evaluateTemplate(config.over, scope)), config);
    return { kind: 'output', output: { items, total: items.length } };
  },
  merge({ before }) {
    return { kind: 'output', output: { items: Object.values(before).map(unwrap), outputs: before } };
  },
  template({ node: { config }, scope }) {
    return { kind: 'output', output: { output: renderValue(config.template, scope) } };
  },
  async code({ node: { config }, scope }) {
    return { kind: 'output', output: { output: await evaluateExpression(config.expression, scope) } };
  },
  loop({ node: { config }, scope }) {
    const items = toItems(evaluateTemplate(config.over, scope));
    if (items.length > MAX_ITEMS)
      throw new Error(
        `The list has ${items.length} items; a loop takes at most ${MAX_ITEMS}: use it in parts`,
      );
    return { kind: 'loop', items };
  },
  wait({ node: { config }, scope }) {
    const seconds = toSeconds(
      typeof config.seconds === 'string' ? evaluateTemplate(config.seconds, scope) : config.seconds,
    );
    if (!(seconds >= 0 && seconds <= MAX_WAIT_SECONDS))
      throw new Error(
        `'${String(config.seconds).slice(0, 100)}' gives no time to wait: it must be 0 to ${MAX_WAIT_SECONDS} seconds`,
      );
    return { kind: 'wait', ms: Math.round(seconds * 1_000) };
  },
  approval({ node: { config }, scope }) {
    const { expires_seconds: seconds } = config;
    return {
      kind: 'approval',
      prompt: renderText(config.prompt, scope),
      expiresMs: seconds === undefined ? undefined : Math.round(seconds * 1_000),
    };
  },
  reply({ node: { config }, scope }) {
    const text = renderText(config.text, scope);
    const output = config.data === undefined ? text : renderValue(config.data, scope);
    return { kind: 'output', output: { output }, message: text };
  },
};

/** Whether a node is of a kind that is evaluated. */
export function isEvaluated(node: FlowNode): node is Extract<FlowNode, { kind: EvaluatedKind }> {
  return Object.hasOwn(EVALUATORS, node.kind);
}

/** Nothing and an empty text give no time: they would be zero. */
function toSeconds(value: unknown): number {
  if (typeof value === 'string' && value.trim() !== '') return Number(value);
  return typeof value === 'number' ? value : Number.NaN;
}

/** What is no list is one item; nothing is none. */
function toItems(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** What a node gave, as others think of it: its `output` where it has one. */
export function unwrap(output: unknown): unknown {
  return typeof output === 'object' && output !== null && Object.hasOwn(output, 'output')
    ? (output as { output: unknown }).output
    : output;
}

function renderRules<Config extends { rules: readonly { value?: unknown }[] }>(
  config: Config,
  scope: Scope,
): Config {
  return {
    ...config,
    rules: config.rules.map((rule) => ({ ...rule, value: renderValue(rule.value, scope) })),
  };
}
