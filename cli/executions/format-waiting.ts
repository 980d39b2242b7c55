import type { OpenApproval } from '../../store/nodes/open-approvals.js';
import { formatFacts } from '../format/format-table.js';
import { formatDuration } from '../format/format-values.js';
import { oneLine, printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

/** Formats the questions that wait for an answer, each with the command that answers it. */
export function formatWaiting(approvals: readonly OpenApproval[], style: Style): string {
  return approvals.map((approval) => formatOne(approval, style)).join('\n\n');
}

function formatOne(approval: OpenApproval, style: Style): string {
  const { executionId, user, nodeId, iteration, prompt, askedAt, expiresAt } = approval;
  const facts: [string, string][] = [
    ['Execution', executionId],
    ['Node', iteration === '' ? nodeId : `${nodeId}, item ${iteration}`],
    ['User', oneLine(user ?? '-')],
    ['Question', printable(prompt)],
    ['Asked', `${askedAt.toISOString()}, ${formatDuration(Date.now() - askedAt.getTime())} ago`],
    ['Expires', expiresAt?.toISOString() ?? 'never'],
    ['Answer with', formatAnswerCommand(approval)],
  ];
  return formatFacts(facts, style);
}

/** Writes the command that confirms a question; with any other word than yes it would cancel. */
export function formatAnswerCommand({
  executionId,
  nodeId,
  iteration,
}: Pick<OpenApproval, 'executionId' | 'nodeId' | 'iteration'>): string {
  const item = iteration === '' ? '' : ` --iteration ${iteration}`;
  return `threadline executions answer ${quoteForShell(executionId)} yes --node ${nodeId}${item}`;
}

/** Quotes an id: percent-encoding leaves characters that a shell would interpret. */
function quoteForShell(id: string): string {
  return /^[\w./%@:-]+$/.test(id) ? id : `'${id.replaceAll("'", `'\\''`)}'`;
}
