import type { ModelCallView } from '../../views/call.js';
import type { ExecutionView, ExecutionDetails } from '../../views/execution.js';
import type { CutOffReason } from '../../protocol/finish-reason.js';
import { describeCutOff } from '../format/describe-cut-off.js';
import { formatFacts, formatTable } from '../format/format-table.js';
import { describeTotalCost, formatCost, formatDuration, formatTokens } from '../format/format-values.js';
import { formatNodes } from './format-execution-tree.js';
import { formatExecutionDuration, paintStatus } from './format-executions.js';
import { selectShownNodes } from './tree-lines.js';
import { oneLine, printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

interface ShownExecution extends ExecutionView, ExecutionDetails {
  answer: string | null;
  finishReason?: CutOffReason | undefined;
  calls: readonly ModelCallView[];
}

export function formatExecution(execution: ShownExecution, style: Style): string {
  const { status, errorMessage, errorType, calls, answer, finishReason } = execution;
  const facts: [string, string][] = [
    ['Execution', execution.executionId],
    ['Flow', `${execution.flow}, version ${execution.flowVersion}`],
    ['User', oneLine(execution.user ?? '-')],
    ['Status', paintStatus(status, status, style)],
    ['Started', execution.createdAt.toISOString()],
    ['Finished', execution.finishedAt?.toISOString() ?? '-'],
    ['Duration', formatExecutionDuration(execution)],
    ['Tokens', `${formatTokens(execution)}, with sub-executions`],
    ['Cost', `${describeTotalCost(execution)}, with sub-executions`],
  ];
  if (execution.parentId !== null) facts.splice(1, 0, ...parentFacts(execution));
  if (errorMessage !== null)
    facts.push(['Failure', style.red(`${oneLine(errorMessage)} (${errorType ?? 'unknown'})`)]);
  const parts = [formatFacts(facts, style)];
  const nodes = selectShownNodes({ nodes: execution.nodes, children: [] });
  if (nodes.length > 0) parts.push(formatNodes(nodes, style));
  const view = { style, stepOf: stepNames(calls) };
  if (calls.length > 0) parts.push(formatCalls(calls, view));
  parts.push(...calls.flatMap((call) => formatTrouble(call, view)));
  const cut = finishReason ? style.yellow(` ${describeCutOff(finishReason)}`) : '';
  if (answer !== null) parts.push(`${style.dim('Answer')}${cut}\n${printable(answer).replace(/\n+$/, '')}`);
  return parts.join('\n\n');
}

function parentFacts(execution: ShownExecution): [string, string][] {
  const { parentId, parentNodeId, givenTokens, returnedTokens } = execution;
  return [
    ['Parent', `${parentId ?? '-'}${parentNodeId === null ? '' : `, node ${parentNodeId}`}`],
    ['Given', givenTokens === null ? '-' : `${givenTokens} tokens`],
    ['Returned', returnedTokens === null ? '-' : `${returnedTokens} tokens`],
  ];
}

function stepNames(calls: readonly ModelCallView[]): (call: ModelCallView) => string {
  const hasSeveral = new Set(calls.map(({ nodeId }) => nodeId)).size > 1;
  return ({ nodeId, stepInNode }) => (hasSeveral ? `${nodeId} ${stepInNode}` : String(stepInNode));
}

interface CallsView {
  style: Style;
  stepOf: (call: ModelCallView) => string;
}

function formatCalls(calls: readonly ModelCallView[], { style, stepOf }: CallsView): string {
  return formatTable({ rows: calls, style }, [
    { header: 'STEP', align: 'right', value: stepOf },
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
  ]);
}

function formatTrouble(call: ModelCallView, { style, stepOf }: CallsView): string[] {
  const { errorMessage, errorType } = call;
  if (errorMessage === null) return [];
  return [style.red(`Step ${stepOf(call)}: ${oneLine(errorMessage)} (${errorType ?? 'unknown'})`)];
}
