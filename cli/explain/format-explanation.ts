import type { CallExplanation } from '../../views/call.js';
import { formatWindowBar } from './format-explanation-bar.js';
import { formatCallNotes } from './format-explanation-notes.js';
import { formatLeft, formatSent } from './format-explanation-tables.js';
import { formatCount, type ExplanationView } from './format-explanation-text.js';
import { paintStatus } from '../executions/format-executions.js';
import { oneLine } from '../format/printable.js';

export function formatExplanations(calls: readonly CallExplanation[], view: ExplanationView): string {
  return calls.map((call) => formatCall(call, view)).join('\n\n\n');
}

export function formatHeadline(call: CallExplanation, { style }: ExplanationView): string {
  const { status, purpose } = call;
  const window = call.context.arithmetic?.window;
  return [
    style.bold(oneLine(call.callId)),
    oneLine(call.model),
    paintStatus(status, status, style),
    purpose === 'compaction' ? style.yellow(purpose) : purpose,
    window === undefined ? 'window unknown' : `window ${formatCount(window)}`,
  ].join('  ');
}

function formatCall(call: CallExplanation, view: ExplanationView): string {
  const { context } = call;
  const head = [
    formatHeadline(call, view),
    formatWindowBar(context.segments, view),
    ...formatCallNotes(call, view.style),
  ];
  const sent = formatSent(context, view);
  return [
    head.filter((part) => part !== '').join('\n'),
    sent === '' ? 'The sent messages are not recorded' : `${view.style.bold('Sent')}\n${sent}`,
    formatLeftOut(context, view),
  ].join('\n\n');
}

function formatLeftOut(
  { left, messages, isCurrentPolicy }: CallExplanation['context'],
  view: ExplanationView,
): string {
  if (left.length > 0) return `${view.style.bold('Omitted')}\n${formatLeft(left, view)}`;
  if (!isCurrentPolicy) return 'Omissions are not recorded';
  const isWhole = messages.every(({ form }) => form.kind === 'whole');
  return isWhole ? 'Nothing was omitted' : 'No message was omitted, but some were shortened';
}
