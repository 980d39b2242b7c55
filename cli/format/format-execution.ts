import type { ModelCallView } from '../../store/model-call-views.js';
import type { ExecutionView } from '../../store/execution-views.js';
import { formatFacts, formatTable } from './format-table.js';
import { formatCost, formatDuration, formatTokens, elapsed } from './format-values.js';
import { paintStatus } from './format-executions.js';
import { oneLine, printable } from './printable.js';
import type { Style } from './style.js';

/** An execution with its model calls and its answer. */
export interface ExecutionDetails extends ExecutionView {
  answer: string | null;
  calls: readonly ModelCallView[];
}

/** Everything about one execution, for people. */
export function formatExecution(execution: ExecutionDetails, style: Style): string {
  const { status, errorMessage, errorType, calls, answer } = execution;
  const facts: [string, string][] = [
    ['Execution', execution.executionId],
    ['Flow', `${execution.flow}, version ${execution.flowVersion}`],
    ['User', oneLine(execution.user ?? '-')],
    ['Status', paintStatus(status, status, style)],
    ['Started', execution.createdAt.toISOString()],
    ['Finished', execution.finishedAt?.toISOString() ?? '-'],
    ['Duration', elapsed(execution)],
    ['Tokens', formatTokens(execution)],
    ['Cost', formatCost(execution.cost)],
  ];
  if (execution.parentId !== null) facts.splice(1, 0, ['Parent', execution.parentId]);
  if (errorMessage !== null)
    facts.push(['Failure', style.red(`${oneLine(errorMessage)} (${errorType ?? 'unknown'})`)]);
  const parts = [formatFacts(facts, style)];
  if (calls.length > 0) parts.push(formatCalls(calls, style));
  parts.push(...calls.flatMap((call) => formatTrouble(call, style)));
  if (answer !== null) parts.push(`${style.dim('Answer')}\n${printable(answer).replace(/\n+$/, '')}`);
  return parts.join('\n\n');
}

function formatCalls(calls: readonly ModelCallView[], style: Style): string {
  return formatTable(
    calls,
    [
      { header: 'STEP', align: 'right', value: (call) => String(call.step) },
      {
        header: 'STATUS',
        value: (call) => call.status,
        paint: (cell, call) => paintStatus(cell, call.status, style),
      },
      { header: 'MODEL', value: (call) => call.model },
      { header: 'TOKENS', align: 'right', value: formatTokens },
      { header: 'COST', align: 'right', value: (call) => formatCost(call.cost) },
      {
        header: 'FIRST TOKEN',
        align: 'right',
        value: ({ firstTokenMs }) => (firstTokenMs === null ? '-' : formatDuration(firstTokenMs)),
      },
      { header: 'FINISH', value: (call) => call.finishReason ?? '-' },
      { header: 'ATTEMPTS', align: 'right', value: (call) => String(call.attempt) },
      { header: 'FAILURES', align: 'right', value: (call) => String(call.failures) },
      { header: 'TOOLS', value: (call) => call.tools.map(({ name }) => name).join(', ') || '-' },
    ],
    style,
  );
}

function formatTrouble({ step, errorMessage, errorType }: ModelCallView, style: Style): string[] {
  if (errorMessage === null) return [];
  return [style.red(`Step ${step}: ${oneLine(errorMessage)} (${errorType ?? 'unknown'})`)];
}
