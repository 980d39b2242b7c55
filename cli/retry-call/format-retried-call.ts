import type { CallAnswer } from '../../activities/agent/call/repeat-call.js';
import { formatTable } from '../format/format-table.js';
import { formatCost } from '../format/format-values.js';
import { printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

export interface RetriedCall {
  callId: string;
  stored: CallAnswer;
  again: CallAnswer;
}

const ROWS: readonly [name: string, value: (answer: CallAnswer) => string][] = [
  ['model', ({ model }) => model],
  ['input tokens', ({ inputTokens }) => String(inputTokens)],
  ['output tokens', ({ outputTokens }) => String(outputTokens)],
  ['cost', ({ cost }) => formatCost(cost)],
  ['ended by', ({ finishReason }) => finishReason ?? '-'],
];

const NOT_TAKEN: (typeof ROWS)[number] = ['rejected', ({ notTaken }) => notTaken.join(', ')];

export function formatRetriedCall({ callId, stored, again }: RetriedCall, style: Style): string {
  const isAllTaken = again.notTaken.length === 0;
  const table = formatTable({ rows: isAllTaken ? ROWS : [...ROWS, NOT_TAKEN], style }, [
    { header: '', value: ([name]) => name },
    { header: 'STORED', value: ([, value]) => value(stored) },
    { header: 'AGAIN', value: ([, value]) => value(again) },
  ]);
  return [
    callId,
    table,
    `${style.dim('STORED')}\n${formatAnswer(stored)}`,
    `${style.dim('AGAIN')}\n${formatAnswer(again)}`,
  ].join('\n\n');
}

function formatAnswer({ text, toolCalls }: CallAnswer): string {
  const calls = toolCalls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`);
  const texts = text === '' ? [] : [text];
  return printable([...texts, ...calls].join('\n') || '(nothing)');
}
