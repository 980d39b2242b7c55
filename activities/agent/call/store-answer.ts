import { activityInfo, log } from '@temporalio/activity';
import { listToolCalls, visibleText, type AssistantParts } from '../../../context/message/trace-content.js';
import { wellFormed } from '../../../context/text/well-formed.js';
import type { CallerTools } from '../../../protocol/caller-tools.js';
import type { JsonSchema } from '../../../protocol/json-schema.js';
import { toCutOffReason } from '../../../protocol/finish-reason.js';
import { usageCost } from '../../../models/facts/model-table.js';
import type { ModelResponse } from '../../../models/stream/read-stream.js';
import type { EndedNode } from '../../../store/calls/store-node-answer.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { completeModelCall, type CompletedCall } from '../../../store/calls/end-model-call.js';
import type { InlineSummary } from '../../../store/summaries/store-inline-summary.js';
import { STEP_LIMIT_ANSWER } from '../../answer-settings.js';
import type { ActivityDependencies } from '../../dependencies.js';
import {
  countContext,
  countFallback,
  countFirstToken,
  countModelCall,
  countSummary,
} from '../../count-metrics.js';
import { workflowFacts } from '../../../telemetry/workflow-facts.js';
import { asksCaller, describeCalls } from '../caller-tools-of-node.js';
import { checkAnswer } from './check-answer.js';
import type { RunningCall } from './running-call.js';
import { readInlineSummary } from './read-inline-summary.js';
import { noteBudgetFailure } from './note-budget-failure.js';
import { SupersededError, type StreamedText } from './stream-writer.js';
import { traceModelCall } from './trace-model-call.js';
import { countContent, toTraceContent } from './to-trace-content.js';

export interface StoreAnswerInput {
  call: RunningCall;
  execution: Pick<
    ExecutionFacts,
    'id' | 'userId' | 'rootBudgetId' | 'conversationId' | 'position' | 'clearedThrough'
  >;
  response: ModelResponse;
  streamed: StreamedText & { hasChunks: boolean };
  startedMs: number;
  firstTokenMs: number | null;
  isOverrun?: boolean;
  ends?: Pick<EndedNode, 'kind' | 'pushed'> & { isLast: boolean };
  output?: { schema: JsonSchema; isAsked: boolean } | undefined;
  callerTools?: CallerTools | undefined;
}

export function createStoreAnswer({ db, onPoint }: ActivityDependencies) {
  return async function storeAnswer(input: StoreAnswerInput): Promise<AssistantParts> {
    const content = toTraceContent(input.response, input.streamed);
    const summary = await readSummary(input, content);
    const completed = toCompletedCall(input, content, { summary, ...(await findEnd(input, content)) });
    if (!(await completeModelCall(db, completed))) throw new SupersededError();
    const { finishReason, usage, cost, providerResponseId: responseId, firstTokenMs } = completed;
    traceModelCall(input, { finishReason, usage, cost, responseId, firstTokenMs });
    if (summary)
      countSummary({ way: 'inline', status: 'summary' in summary ? 'adopted' : summary.attempt.status });
    await onPoint?.('callModel.stored');
    reportAnswer(input, completed.cost);
    return content;
  };

  /** Undefined if the answer calls tools, because the summary could not cover their results. */
  async function readSummary(
    { call, execution, response, streamed, isOverrun = false }: StoreAnswerInput,
    content: AssistantParts,
  ): Promise<InlineSummary | undefined> {
    const directive = call.manifest.sent.find((item) => item.from === 'directive');
    if (!directive || listToolCalls(content).length > 0) return undefined;
    const isCutOff = response.finishReason === 'length';
    try {
      const { model } = call;
      return await readInlineSummary(db, { execution, directive, streamed, isCutOff, isOverrun, model });
    } catch (error) {
      log.warn('The summary at the end of an answer could not be read', { reason: String(error) });
      return undefined;
    }
  }
}

function toCompletedCall(
  input: StoreAnswerInput,
  content: AssistantParts,
  found: Pick<CompletedCall, 'summary' | 'ends' | 'problem'>,
): CompletedCall {
  const { call, response, streamed, firstTokenMs } = input;
  const { inputTokens, outputTokens, cacheReadTokens, reasoningTokens } = response.usage;
  const { sent, hygiene } = countContent(content);
  return {
    ...call,
    content,
    tokenCount: sent,
    hygieneTokens: hygiene,
    usage: {
      input: inputTokens,
      cachedInput: cacheReadTokens,
      output: outputTokens,
      reasoning: reasoningTokens,
    },
    cost: usageCost({ model: call.model, inputTokens, outputTokens }),
    finishReason: response.finishReason,
    providerResponseId:
      response.responseId === undefined ? null : wellFormed(response.responseId).slice(0, 200),
    firstTokenMs,
    hasChunks: streamed.hasChunks,
    ...found,
    rootBudgetId: input.execution.rootBudgetId,
    onBudgetFailure: noteBudgetFailure,
  };
}

async function findEnd(
  input: StoreAnswerInput,
  content: AssistantParts,
): Promise<Pick<CompletedCall, 'ends' | 'problem'>> {
  const { output, ends, execution, response } = input;
  const isLast = ends?.isLast === true;
  const isCutOff = output?.isAsked === true && toCutOffReason(response.finishReason) !== undefined;
  const checked =
    output && (await checkAnswer(content, { schema: output.schema, isLast, isCutOff, execution }));
  if (checked?.problem) return { problem: checked.problem };
  const ended = findEndedNode(input, content);
  return { ends: ended && { ...ended, object: checked?.object } };
}

function findEndedNode(
  { call, ends, callerTools }: StoreAnswerInput,
  content: AssistantParts,
): EndedNode | undefined {
  const isReturned = asksCaller(callerTools, content);
  const isStepLimit = !isReturned && listToolCalls(content).length > 0;
  if (!ends || (isStepLimit && !ends.isLast)) return undefined;
  const isSilent = visibleText(content).trim() === '';
  const standIn = isReturned ? describeCalls(content) : isStepLimit ? STEP_LIMIT_ANSWER : '';
  const { kind, pushed } = ends;
  return { kind, pushed, iteration: call.iteration, standIn: isSilent ? standIn : undefined };
}

function reportAnswer(
  { call, response, streamed, firstTokenMs }: StoreAnswerInput,
  cost: string | null,
): void {
  const { step, model, purpose, manifest } = call;
  const { inputTokens, outputTokens } = response.usage;
  countModelCall({ model, purpose, inputTokens, outputTokens, cost });
  countContext(manifest);
  if (manifest.fallback) countFallback({ model: manifest.fallback.after.model, fallback: model });
  const { flow } = workflowFacts(call.workflowId);
  if (firstTokenMs !== null && flow !== undefined && purpose !== 'compaction')
    countFirstToken({ flow, model }, firstTokenMs);
  log.info('Model call completed', {
    step,
    model,
    attempt: activityInfo().attempt,
    inputTokens,
    outputTokens,
    firstTokenMs,
    hasChunks: streamed.hasChunks,
  });
}
