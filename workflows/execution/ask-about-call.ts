import { CancellationScope, proxyActivities } from '@temporalio/workflow';
import type { AgentActivities, AgentPlan, ToolCallSettlement } from '../../protocol/activities/agent.js';
import { formatCall, type AskedCall } from '../../protocol/call-place.js';
import { fitSummary } from '../../protocol/summary-text.js';
import { SETTLE_OPTIONS, toMovedOptions } from '../activity-options.js';
import { rethrowUnlessMissing } from '../rethrow-unless-missing.js';
import type { ExecutionState } from './execution-state.js';
import { refuseAnswer } from './questions.js';
import { forgetDeadline, waitUntil } from './wait-until.js';
import { localActivities } from '../local-activities.js';

const local = localActivities<AgentActivities>(SETTLE_OPTIONS);
const moved = proxyActivities<AgentActivities>(toMovedOptions());

export interface AskedTool extends AskedCall {
  name: string;
  ms?: number | undefined;
  isAnswered?: true | undefined;
  runsInPage?: true | undefined;
}

/** If the tool rejects a changed input, the question stays open. */
export async function askAboutCall(
  execution: ExecutionState,
  { nodeId, iteration }: Pick<AgentPlan, 'nodeId' | 'iteration'>,
  { name, ms, isAnswered, ...place }: AskedTool,
): Promise<void> {
  const call = formatCall(place);
  const question = execution.questions.ask({ nodeId, iteration, call });
  if (isAnswered) question.isAnswered = true;
  execution.board.note({ nodeId, iteration }, `waits for an answer: may \`${name}\` run?`);
  const wait = { nodeId: `${nodeId}/${call}`, iteration };
  for (;;) {
    const isExpired = await waitUntil(execution, wait, {
      ms,
      summary: `until the question about ${name} expires`,
      isOver: () => question.isAnswered,
    });
    const { answer } = question;
    question.isAnswered = false;
    const end = { ...place, name, answer, isExpired };
    let settled: ToolCallSettlement;
    try {
      settled = await settle(local, end);
    } catch (error) {
      rethrowUnlessMissing(error);
      settled = await settle(moved, end);
    }
    if (settled.kind === 'answered') {
      forgetDeadline(execution, wait);
      question.isAnswered = true;
      question.outcome = settled.outcome;
      return;
    }
    if (settled.kind === 'unfit')
      refuseAnswer(question, { type: 'Approval.InvalidAnswer', message: settled.problem });
    else if (settled.forbidden !== undefined)
      refuseAnswer(question, { type: 'Approval.NotPermitted', message: settled.forbidden });
  }
}

/** Not cancellable, because the question has been decided. */
function settle(
  { settleToolCall }: typeof local | typeof moved,
  { name, step, ordinal, answer, isExpired }: AskedTool & { answer: string | undefined; isExpired: boolean },
): Promise<ToolCallSettlement> {
  const summary = fitSummary(`answer about ${name}`);
  return CancellationScope.nonCancellable(() =>
    settleToolCall.executeWithOptions({ summary }, [
      { step, ordinal, answer, isExpired: isExpired || undefined },
    ]),
  );
}
