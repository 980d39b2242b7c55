import type { CallExplanation } from '../../views/call.js';
import type { Arithmetic, Explanation } from '../../context/explain/explanation.js';
import type { ReserveSource } from '../../context/plan/window.js';
import { stepInBlock } from '../../flow/execution/step-blocks.js';
import { CALL_SETTINGS, type CallSettings } from '../../protocol/call-settings.js';
import { formatCount } from './format-explanation-text.js';
import { formatCost } from '../format/format-values.js';
import { oneLine } from '../format/printable.js';
import type { Style } from '../format/style.js';

export function formatCallNotes(call: CallExplanation, style: Style): string[] {
  const { context, guard, errorMessage } = call;
  const { arithmetic, policy, isCurrentPolicy, tools, warnings } = context;
  return [
    ...(arithmetic ? [formatArithmetic(arithmetic, context)] : []),
    ...unusual(arithmetic),
    ...(isCurrentPolicy
      ? []
      : [style.yellow(`Planned by another version of the planner (policy ${policy}): shown as recorded`)]),
    ...(call.purpose === 'compaction' ? ['A compaction: the call requests a summary'] : []),
    ...(guard ? [style.yellow(GUARD_WORDS[guard])] : []),
    ...(tools?.mayCall === false ? ['Tools are described for earlier steps, but cannot be called'] : []),
    ...(context.insteadOf
      ? [
          style.yellow(
            `Called instead of ${oneLine(context.insteadOf.model)}, whose call in step ${stepInBlock(context.insteadOf.step)} failed`,
          ),
        ]
      : []),
    ...(context.settings ? [formatSettings(context.settings)] : []),
    ...(call.sameTokens === null ? [] : [formatSame(call.sameTokens, context)]),
    ...(context.facts.length > 0 ? [formatFacts(context.facts)] : []),
    ...(context.output ? [formatOutput(context.output)] : []),
    ...(call.status === 'completed' ? [formatUsage(call)] : []),
    ...(call.reasoning === null
      ? []
      : [style.dim(oneLine(`Thought: ${call.reasoning}`, THOUGHT_CHARACTERS))]),
    ...warnings.map((warning) => style.yellow(`Warning: ${oneLine(warning)}`)),
    ...(errorMessage === null
      ? []
      : [style.red(`Failed: ${oneLine(errorMessage)} (${call.errorType ?? 'unknown'})`)]),
  ];

  function unusual(figures: Arithmetic | null): string[] {
    if (figures === null) return [];
    const { budget, budgetShare } = figures;
    const percent = Math.round(budgetShare * 100);
    return [
      ...(budgetShare < 1
        ? [
            style.yellow(
              `Planned with ${percent} % of the budget (${formatCount(Math.floor(budget * budgetShare))}), because the provider rejected it as too long`,
            ),
          ]
        : []),
      ...formatCounting(figures),
    ];
  }
}

const SOURCE_WORDS = {
  config: 'set in the config',
  learned: "learned from the provider's own counts",
  table: 'from our table for its tokenizer',
  assumed: 'assumed',
} as const;

const CLASS_WORDS = {
  digits: 'digits',
  breaks: 'line breaks and tabs',
  runs: 'runs of one character',
  indic: 'Indic scripts',
  southeastAsian: 'Thai, Lao, Burmese and Khmer',
  vietnamese: 'Vietnamese',
  korean: 'Korean',
} as const;

function formatCounting({ tokenFactor, factorSource, weighedClasses, counted }: Arithmetic): string[] {
  const byProvider =
    counted === null
      ? []
      : [`The provider's ${counted.by} counted ${counted.tokens.toLocaleString('en')} tokens`];
  if (tokenFactor === 1 && weighedClasses.length === 0) return byProvider;
  const source = factorSource === null ? '' : ` (${SOURCE_WORDS[factorSource]})`;
  const more = weighedClasses.map((name) => CLASS_WORDS[name]).join(', ');
  return [
    `Our counts are multiplied by ${tokenFactor}${source}${more === '' ? '' : `; counted higher still: ${more}`}`,
    ...byProvider,
  ];
}

const GUARD_WORDS = {
  nudge: 'Guard (nudge): the agent was in a loop, and was warned by a note',
  forced: 'Guard (forced): the agent was in a loop, and had to answer without tools',
} as const;

function formatOutput({ hash, schema, isSent }: NonNullable<Explanation['output']>): string {
  const way = isSent ? "requested by the provider's setting" : 'requested in the system messages';
  return oneLine(`Answer: an object, ${way}, of schema ${hash.slice(0, 12)} ${schema}`, SCHEMA_CHARACTERS);
}

function formatFacts(facts: Explanation['facts']): string {
  const names = [...new Set(facts.map(({ kind, key }) => `${kind} '${key}'`))];
  return oneLine(`Memories sent: ${names.join(', ')}`, FACT_CHARACTERS);
}

const FACT_CHARACTERS = 400;

const THOUGHT_CHARACTERS = 200;

const SCHEMA_CHARACTERS = 400;

function formatSettings(settings: CallSettings): string {
  const listed = CALL_SETTINGS.flatMap((name) => {
    const value = settings[name];
    if (value === undefined) return [];
    return [`${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`];
  });
  return oneLine(`Settings: ${listed.join(', ')}`);
}

const RESERVE_WORDS: Readonly<Record<ReserveSource, string>> = {
  maxOutputTokens: 'maxOutputTokens',
  outputLimit: "the model's outputLimit",
  default: 'default',
};

function formatArithmetic(figures: Arithmetic, { segments }: Explanation): string {
  const [window, reserve, system, tools, budget, tokens, free] = (
    ['window', 'reserve', 'systemTokens', 'toolTokens', 'budget', 'tokens', 'free'] as const
  ).map((name) => formatCount(figures[name]));
  const summary = segments.find(({ name }) => name === 'summary')?.tokens ?? 0;
  const ofIt = summary > 0 ? ` (${formatCount(summary)} of it summary)` : '';
  const from = ` (${RESERVE_WORDS[figures.reserveFrom]})`;
  return `window ${window} - reserve ${reserve}${from} - system ${system}${ofIt} - tools ${tools} = budget ${budget}; sent ${tokens}, free ${free}`;
}

/** The provider may have cached this prefix. */
function formatSame(same: number, { arithmetic }: Explanation): string {
  const all =
    arithmetic === null ? same : arithmetic.systemTokens + arithmetic.toolTokens + arithmetic.tokens;
  const percent = all === 0 ? 0 : Math.round((same / all) * 100);
  return `Shared with the previous call: ${formatCount(same)} of ${formatCount(all)} tokens (${percent} %)`;
}

function formatUsage(call: CallExplanation): string {
  const { inputTokens, cachedInputTokens, outputTokens, reasoningTokens, cost } = call;
  const { arithmetic } = call.context;
  const cached = cachedInputTokens > 0 ? ` (${formatCount(cachedInputTokens)} cached)` : '';
  const reasoning = reasoningTokens > 0 ? ` (${formatCount(reasoningTokens)} reasoning)` : '';
  const provider = `Provider's count: ${formatCount(inputTokens)} in${cached}, ${formatCount(outputTokens)} out${reasoning}, ${cost === null ? 'cost unknown' : formatCost(cost)}`;
  if (arithmetic === null) return provider;
  const ours = arithmetic.systemTokens + arithmetic.toolTokens + arithmetic.tokens;
  return `${provider}; ours: ${formatCount(ours)} in${difference(ours, inputTokens)}`;
}

function difference(ours: number, theirs: number): string {
  if (theirs === 0) return '';
  const percent = ((ours - theirs) / theirs) * 100;
  return ` (${percent < 0 ? '' : '+'}${percent.toFixed(1)} %)`;
}
