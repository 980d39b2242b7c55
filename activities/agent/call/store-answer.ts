import { activityInfo, log } from '@temporalio/activity';
import { toolCallsOf, visibleText, type AssistantParts } from '../../../context/trace-content.js';
import { wellFormed } from '../../../context/well-formed.js';
import { usageCost } from '../../../models/facts/model-table.js';
import type { ModelResponse } from '../../../models/stream/read-stream.js';
import { errorMessage } from '../../../protocol/error-message.js';
import type { EndedNode } from '../../../store/nodes/store-node-answer.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { completeModelCall } from '../../../store/calls/model-calls.js';
import { EMPTY_ANSWER, STEP_LIMIT_ANSWER } from '../../answer-settings.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { countModelCall, countSummary } from '../../metrics.js';
import type { RunningCall } from './running-call.js';
import { readInlineSummary } from './inline-summary.js';
import { SupersededError, type Said } from './stream-writer.js';
import { countContent, toTraceContent } from './to-trace-content.js';

export interface StoreAnswerInput {
  call: RunningCall;
  execution: Pick<ExecutionFacts, 'rootBudgetId' | 'conversationId' | 'position' | 'clearedThrough'>;
  response: ModelResponse;
  /** `hasChunks`: text was written as chunks, which the whole message takes the place of. */
  said: Said & { hasChunks: boolean };
  firstTokenMs: number | null;
  /** The run of a node that ends with this call, if it does. */
  ends?: Pick<EndedNode, 'kind'> & { isLast: boolean };
}

/**
 * Stores what a model answered: the message, usage and cost, and settles the budget, all at once. Returns the
 * stored message; throws `SupersededError` when a newer attempt has taken the call.
 */
export function createStoreAnswer({ db, onPoint }: ActivityDependencies) {
  return async function storeAnswer(input: StoreAnswerInput): Promise<AssistantParts> {
    const { call, response, said, firstTokenMs } = input;
    const { usage } = response;
    const content = toTraceContent(response, said);
    const { inputTokens, outputTokens } = usage;
    const cost = usageCost({ model: call.model, inputTokens, outputTokens });
    const { sent, hygiene } = countContent(content);
    const summary = await inlineSummary(input, content);
    const isStored = await completeModelCall(db, {
      ...call,
      content,
      tokenCount: sent,
      hygieneTokens: hygiene,
      usage: {
        input: inputTokens,
        cachedInput: usage.cacheReadTokens,
        output: outputTokens,
        reasoning: usage.reasoningTokens,
      },
      cost,
      finishReason: response.finishReason,
      providerResponseId:
        response.responseId === undefined ? null : wellFormed(response.responseId).slice(0, 200),
      firstTokenMs,
      hasChunks: said.hasChunks,
      ...endedNode(input, content),
      summary,
      rootBudgetId: input.execution.rootBudgetId,
      onBudgetFailure: noteBudgetFailure,
    });
    if (!isStored) throw new SupersededError();
    if (summary !== undefined)
      countSummary({ way: 'inline', status: 'summary' in summary ? 'adopted' : summary.attempt.status });
    await onPoint?.('callModel.stored');
    countModelCall({ model: call.model, inputTokens, outputTokens, costUsd: Number(cost), firstTokenMs });
    log.info('Model call completed', {
      step: call.step,
      model: call.model,
      attempt: activityInfo().attempt,
      inputTokens,
      outputTokens,
      firstTokenMs,
      hasChunks: said.hasChunks,
    });
    return content;
  };

  /** Only what was appended to an answer: before a tool call it is of no use yet. */
  async function inlineSummary(
    { call, execution, response, said }: StoreAnswerInput,
    content: AssistantParts,
  ) {
    const directive = call.manifest.sent.find((item) => item.from === 'directive');
    if (directive === undefined || toolCallsOf(content).length > 0) return undefined;
    const isCutOff = response.finishReason === 'length';
    try {
      const { model } = call;
      return await readInlineSummary(db, { execution, directive, meta: said.meta, isCutOff, model });
    } catch (error) {
      // A summary never costs the answer that it came with: upkeep makes one.
      log.warn('What was appended to an answer could not be read', { reason: String(error) });
      return undefined;
    }
  }
}

/** An answer without tool calls ends the run, and so does the last call there may be. */
function endedNode({ call, ends }: StoreAnswerInput, content: AssistantParts): { ends?: EndedNode } {
  const isStepLimit = toolCallsOf(content).length > 0;
  if (ends === undefined || (isStepLimit && !ends.isLast)) return {};
  const isSilent = visibleText(content).trim() === '';
  const standIn = isStepLimit ? STEP_LIMIT_ANSWER : EMPTY_ANSWER;
  return { ends: { kind: ends.kind, iteration: call.iteration, ...(isSilent && { standIn }) } };
}

/** A budget that cannot be kept never fails a call. */
export function noteBudgetFailure(error: unknown): void {
  log.warn('The budget could not be settled; the end of the execution settles it', {
    reason: errorMessage(error),
  });
}
