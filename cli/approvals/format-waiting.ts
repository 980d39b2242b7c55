import type { OpenApproval } from '../../views/approval.js';
import { nameApprovers } from '../../protocol/approvers.js';
import { formatFacts } from '../format/format-table.js';
import { formatDuration } from '../format/format-values.js';
import { oneLine, printable } from '../format/printable.js';
import { quoteForShell } from '../format/quote-for-shell.js';
import type { Style } from '../format/style.js';

export function formatWaiting(approvals: readonly OpenApproval[], style: Style): string {
  return approvals.map((approval) => formatOne(approval, style)).join('\n\n');
}

function formatOne(approval: OpenApproval, style: Style): string {
  const { executionId, user, nodeId, iteration, call, toolName, prompt, askedAt, expiresAt } = approval;
  const { approvers, quorum } = approval;
  const facts: [string, string][] = [
    ['Execution', executionId],
    ['Node', iteration === '' ? nodeId : `${nodeId}, item ${iteration}`],
    ...(call === null ? [] : [['Tool call', `${oneLine(toolName ?? '')}, ${call}`] as [string, string]]),
    ['User', oneLine(user ?? '-')],
    ['Waits for', `${nameApprovers(approvers)}${quorum > 1 ? `, ${quorum} people` : ''}`],
    ['Question', printable(prompt)],
    ['Asked', `${askedAt.toISOString()}, ${formatDuration(Date.now() - askedAt.getTime())} ago`],
    ['Expires', expiresAt?.toISOString() ?? 'never'],
    ['Answer with', formatAnswerCommand(approval)],
  ];
  return formatFacts(facts, style);
}

/** Any word but `yes` refuses. */
export function formatAnswerCommand({
  executionId,
  nodeId,
  iteration,
  call,
}: Pick<OpenApproval, 'executionId' | 'nodeId' | 'iteration' | 'call'>): string {
  const item = iteration === '' ? '' : ` --iteration ${iteration}`;
  const asked = call === null ? '' : ` --call ${call}`;
  return `threadline approvals answer ${quoteForShell(executionId)} yes --node ${nodeId}${item}${asked}`;
}
