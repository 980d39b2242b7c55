import { ApplicationFailure } from '@temporalio/activity';
import { listToolCalls, visibleText, type TraceContent } from '../../../context/message/trace-content.js';
import type { CheckedObject } from '../../../flow/output/check-here.js';
import { checkObject } from '../../../flow/output/object-check.js';
import type { JsonSchema } from '../../../protocol/json-schema.js';
import type { FailureType } from '../../../protocol/failure-types.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { toTurnRequest } from '../../sandbox/sandbox-turn.js';

export function isOwnAnswer({
  isOutsideMainLoop = false,
  pushed,
}: {
  isOutsideMainLoop?: boolean;
  pushed?: number | undefined;
}): boolean {
  return !isOutsideMainLoop && pushed === undefined;
}

export async function checkAnswer(
  content: TraceContent,
  {
    schema,
    isLast,
    isCutOff = false,
    execution,
  }: {
    schema: JsonSchema;
    isLast: boolean;
    /** True if the answer reached its token limit, as a retry would too. */
    isCutOff?: boolean;
    execution: Pick<ExecutionFacts, 'id' | 'userId'>;
  },
): Promise<CheckedObject | undefined> {
  const asksForTools = listToolCalls(content).length > 0;
  if (asksForTools)
    return isLast ? { problem: 'it calls tools, although no further tool calls are allowed' } : undefined;
  const checked = await checkObject({ text: visibleText(content), schema }, toTurnRequest(execution));
  return isCutOff && checked.problem ? undefined : checked;
}

export function unusableAnswerFailure(
  problem: string,
  { nodeId, model }: { nodeId: string; model: string },
): ApplicationFailure {
  const type: FailureType = 'Model.InvalidAnswer';
  const message = `Node '${nodeId}': model '${model}' answered twice without the object that its schema describes: ${problem}`;
  return ApplicationFailure.nonRetryable(message, type);
}
