import stringWidth from 'string-width';
import type { CallExplanation } from '../../views/call.js';
import type { ExplainedMessage, ExplainedRange } from '../../context/explain/explanation.js';
import type { ExplanationDiff } from '../../context/explain/explanation-diff.js';
import { formatHeadline } from './format-explanation.js';
import { formatForm } from './format-explanation-tables.js';
import { cutToColumns, formatCount, type ExplanationView } from './format-explanation-text.js';
import { formatTable } from '../format/format-table.js';

/** `-`: only in the first call; `+`: only in the second; `~`: changed. */
export function formatExplanationDiff(
  { first, second, diff }: { first: CallExplanation; second: CallExplanation; diff: ExplanationDiff },
  view: ExplanationView,
): string {
  const { style } = view;
  const parts = [
    formatFigures(diff, view),
    formatPrompts(diff, view).join('\n'),
    section('Messages', messageLines(diff, view)),
    section('Omitted', leftLines(diff, view)),
  ].filter((part) => part !== '');
  return [
    `${style.red('-')} ${formatHeadline(first, view)}\n${style.green('+')} ${formatHeadline(second, view)}`,
    ...(parts.length === 0 ? ['Both calls sent the same messages'] : parts),
  ].join('\n\n');

  function section(title: string, lines: readonly string[]): string {
    return lines.length === 0 ? '' : `${style.bold(title)}\n${lines.join('\n')}`;
  }
}

const FIGURE_WORDS: Readonly<Record<string, string>> = {
  systemTokens: 'system',
  toolTokens: 'tools',
  tokens: 'sent',
  budgetShare: 'share of the budget',
  tokenFactor: 'token factor',
};

function formatFigures({ arithmetic }: ExplanationDiff, { style }: ExplanationView): string {
  if (arithmetic.length === 0) return '';
  const figure = (value: number | null): string => (value === null ? 'unknown' : formatCount(value));
  return formatTable({ rows: arithmetic, style }, [
    { header: 'FIGURE', value: ({ name }) => FIGURE_WORDS[name] ?? name },
    { header: 'FIRST', align: 'right', value: ({ first }) => figure(first) },
    { header: 'SECOND', align: 'right', value: ({ second }) => figure(second) },
    { header: 'CHANGE', align: 'right', value: ({ first, second }) => change(first, second) },
  ]);
}

function change(first: number | null, second: number | null): string {
  if (first === null || second === null) return '';
  const by = Math.round((second - first) * 1_000) / 1_000;
  return `${by > 0 ? '+' : ''}${formatCount(by)}`;
}

function formatPrompts({ isSystemChanged, tools }: ExplanationDiff, { style }: ExplanationView): string[] {
  return [
    ...(isSystemChanged ? [`${style.yellow('~')} system prompt`] : []),
    ...tools.onlyInFirst.map((name) => `${style.red('-')} tool ${name}`),
    ...tools.onlyInSecond.map((name) => `${style.green('+')} tool ${name}`),
    ...(tools.isChanged && tools.onlyInFirst.length + tools.onlyInSecond.length === 0
      ? [`${style.yellow('~')} tools: different descriptions, or callable in only one of the calls`]
      : []),
  ];
}

function messageLines({ messages }: ExplanationDiff, { style, width }: ExplanationView): string[] {
  const { onlyInFirst, onlyInSecond, changed, same } = messages;
  const describe = (message: ExplainedMessage): string => {
    const words = `${message.name}  ${message.role}  ${formatCount(message.tokens)}  ${formatForm(message)}  `;
    return words + cutToColumns(message.text, Math.max(16, width - stringWidth(words) - 2));
  };
  const lines = [
    ...onlyInFirst.map((message) => `${style.red('-')} ${describe(message)}`),
    ...onlyInSecond.map((message) => `${style.green('+')} ${describe(message)}`),
    ...changed.map(
      ({ first, second }) =>
        `${style.yellow('~')} ${first.name}  ${formatCount(first.tokens)} ${formatForm(first)} → ${formatCount(second.tokens)} ${formatForm(second)}`,
    ),
  ];
  return lines.length === 0 ? [] : [...lines, style.dim(`${formatCount(same)} sent in both`)];
}

function leftLines({ left }: ExplanationDiff, { style }: ExplanationView): string[] {
  const describe = ({ name, count, tokens, rule }: ExplainedRange): string =>
    `${name}  ${formatCount(count)} of ${formatCount(tokens)} tokens  ${rule}`;
  return [
    ...left.onlyInFirst.map((range) => `${style.red('-')} ${describe(range)}`),
    ...left.onlyInSecond.map((range) => `${style.green('+')} ${describe(range)}`),
    ...left.changed.map(
      ({ first, second }) => `${style.yellow('~')} ${describe(first)} → ${describe(second)}`,
    ),
  ];
}
