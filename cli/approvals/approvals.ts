import { readConfig } from '../../config.js';
import type { ApprovalFilter } from '../../store/nodes/list-approvals.js';
import { formatAnswerCommand, formatWaiting } from './format-waiting.js';
import type { Output } from '../format/output.js';
import { withClient } from '../system/open-client.js';

export async function showApprovals(filter: ApprovalFilter, output: Output): Promise<void> {
  const { approvals, next } = await withClient(readConfig(), (client) => client.approvals.list(filter));
  const withCommands = approvals.map((approval) => ({
    ...approval,
    answerWith: formatAnswerCommand(approval),
  }));
  output.result({ approvals: withCommands, next }, () =>
    approvals.length === 0
      ? 'No approvals are open'
      : [formatWaiting(approvals, output.style), ...(next === null ? [] : [`More: --after ${next}`])].join(
          '\n\n',
        ),
  );
}
