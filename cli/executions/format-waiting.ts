import type { OpenApproval } from '../../store/nodes/open-approvals.js';
import { formatFacts } from '../format/format-table.js';
import { formatDuration } from '../format/format-values.js';
import { oneLine, printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

/** Questions that wait for an answer, each with how to answer it. */
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
    ['Answer with', answerCommand(approval)],
  ];
  return formatFacts(facts, style);
}

/** The command that confirms a question; any other word than a yes cancels. */
export function answerCommand({
  executionId,
  nodeId,
  iteration,
}: Pick<OpenApproval, 'executionId' | 'nodeId' | 'iteration'>): string {
  const item = iteration === '' ? '' : ` --iteration ${iteration}`;
  return `threadline executions answer ${quoted(executionId)} yes --node ${nodeId}${item}`;
}

/** Ids are percent-encoded, which leaves characters that a shell would read. */
function quoted(id: string): string {
  return /^[\w./%@:-]+$/.test(id) ? id : `'${id.replaceAll("'", `'\\''`)}'`;
}
