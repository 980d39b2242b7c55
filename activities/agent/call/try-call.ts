import { Context, ApplicationFailure } from '@temporalio/activity';
import type { RenderedRequest } from '../../../context/call/request.js';
import type { SentDirective } from '../../../context/sent/directive.js';
import type { TraceContent } from '../../../context/message/trace-content.js';
import {
  agentConfig,
  modelNode,
  type CallConfig,
  type ModelCallingNode,
} from '../../../flow/kinds/model-node.js';
import { readStream, type ModelResponse } from '../../../models/stream/read-stream.js';
import {
  createChunkWriter,
  type AppendChunk,
  type StreamedPiece,
} from '../../../store/calls/stream-chunks.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { endedAnswer } from '../../ended-answer.js';
import type { Pace } from '../../pace.js';
import { loadFlow } from '../../load-flow.js';
import { callerToolsOfNode } from '../caller-tools-of-node.js';
import { answersMessage, outputOfNode } from '../output-of-node.js';
import { isOwnAnswer } from './check-answer.js';
import { toCallOptions } from './call-options.js';
import { fillPictures } from './fill-pictures.js';
import { unansweredSummary } from './read-inline-summary.js';
import { learnFromAnswer } from './learn-count.js';
import { markCached } from './mark-cached.js';
import { createModelOutages } from './model-outage.js';
import type { TryProgress } from './try-progress.js';
import { createModelFailures, type FailedTry } from './model-failures.js';
import { renderContext } from './render-context.js';
import type { RunningCall } from './running-call.js';
import { createStoreAnswer } from './store-answer.js';
import { StreamWriter, type StreamedText } from './stream-writer.js';
import { takeCallSlot } from './take-call-slot.js';
import { runWithinSpan } from '../../../tracing/send-span.js';
import { modelCallSpanIds } from '../../../tracing/span-ids.js';
import type { FailureType } from '../../../protocol/failure-types.js';
import { readTraits } from '../../../flow/kinds/traits.js';

/** With the wait for the provider's pace, below the Activity's timeout of an hour. */
const ANSWER_LIMIT_MS = 1_800_000;

export interface EndingCall extends RunningCall {
  isLast: boolean;
  isOutsideMainLoop: boolean;
  pushed: number | undefined;
}

export interface TryCallInput {
  execution: ExecutionFacts;
  call: EndingCall;
  progress: TryProgress;
  request: RenderedRequest | undefined;
}

export interface TriedAnswer {
  content: TraceContent;
  finishReason: string | null;
}

type KnownTry = Pick<FailedTry, 'paid' | 'summary' | 'maxTries'>;

export function createTryCall(dependencies: ActivityDependencies) {
  const { db, userSlots, onPoint } = dependencies;
  const failures = createModelFailures(dependencies);
  const storeAnswer = createStoreAnswer(dependencies);
  const outages = createModelOutages(dependencies);
  const appendChunk = createChunkWriter(db);

  return async function tryCall(input: TryCallInput): Promise<TriedAnswer> {
    const { execution, call, progress } = input;
    const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
    const node = modelNode(flow, call.nodeId);
    const fallbackAfterMs = readFallbackAfter(agentConfig(node, call.model));
    const stream = new CallStream({ ...dependencies, appendChunk }, call);
    const { rootBudgetId } = execution;
    const toThrow = (error: unknown, streamed: StreamedText, known?: KnownTry): Promise<unknown> =>
      failures.toThrow({ call, streamed, error, ...known, ...stream.facts, rootBudgetId, fallbackAfterMs });
    progress.follow(stream.writer);
    // Without a fallback, the call waits for its start time and does not count as failed.
    const onRejection = async (error: unknown): Promise<unknown> =>
      fallbackAfterMs === undefined ? error : toThrow(error, await stream.writer.end(), { maxTries: 1 });
    const limits = { maxWaitMs: fallbackAfterMs, onRejection };
    const answered = await askPaced({ dependencies, input, limits }, () =>
      stream
        .ask(async () => {
          await outages.skipIfDown(call, { hasNext: fallbackAfterMs !== undefined });
          return renderOptions(db, { ...input, node });
        })
        .catch(async (error: unknown) => {
          if (error instanceof HiddenOverrunError) return undefined;
          throw await toThrow(error, await stream.writer.end());
        }),
    );
    await takeCallSlot(userSlots, { execution, workflowId: call.workflowId });
    await onPoint?.('callModel.answered');
    const streamed = await stream.writer.end();
    const isOverrun = !answered;
    const response = answered ?? endCall(call, streamed);
    const { directive } = stream;
    if (directive && isEmptyAnswer(response, streamed)) {
      const summary = unansweredSummary({ execution, directive, streamed, isOverrun, model: call.model });
      throw await toThrow(noAnswerFailure({ isOverrun }), streamed, { paid: response, summary });
    }
    const asked = { nodeId: call.nodeId, isAnswer: isOwnAnswer(call) };
    // A second attempt may have chunks of the first one, which can be written late.
    const hasChunks = stream.writer.hasWritten || call.attempt > 1;
    const schema = outputOfNode({ flow, execution }, asked);
    const content = await storeAnswer({
      call,
      execution,
      response,
      streamed: { ...streamed, hasChunks },
      ...stream.times,
      isOverrun,
      ends: findEnding(node, call),
      output: schema && { schema, isAsked: answersMessage({ flow, execution }, call.nodeId) },
      callerTools: callerToolsOfNode({ flow, execution }, asked),
    });
    await outages.noteSuccess(call);
    if (!isOverrun) learnFromAnswer(call, response);
    return { content, finishReason: response.finishReason };
  };
}

function askPaced(
  {
    dependencies: { pace, userSlots },
    input: { call, progress },
    limits,
  }: {
    dependencies: ActivityDependencies;
    input: TryCallInput;
    limits: Pick<Parameters<Pace>[0], 'maxWaitMs' | 'onRejection'>;
  },
  ask: () => Promise<ModelResponse | undefined>,
): Promise<ModelResponse | undefined> {
  const { model, manifest, workflowId } = call;
  const { systemTokens, toolTokens, tokens } = manifest;
  const onWait = (ms: number): void => {
    userSlots.lend(workflowId);
    progress.wait(ms, call);
  };
  return pace({ model, inputTokens: systemTokens + toolTokens + tokens, onWait, ...limits }, ask);
}

function endCall({ model, manifest }: RunningCall, streamed: StreamedText): ModelResponse {
  const { systemTokens, toolTokens, tokens } = manifest;
  return endedAnswer({ model, inputTokens: systemTokens + toolTokens + tokens }, streamed);
}

class CallStream {
  readonly writer: StreamWriter;
  firstTokenMs: number | null = null;
  private startedMs = Date.now();
  private readonly stop = new AbortController();

  constructor(
    private readonly dependencies: ActivityDependencies & { appendChunk: AppendChunk },
    private readonly call: EndingCall,
  ) {
    this.writer = new StreamWriter({
      flushMs: dependencies.timing.flushMs,
      meta: this.directive,
      write: (piece) => this.append(piece),
      onFailure: (error) => this.stop.abort(error),
    });
  }

  get directive(): SentDirective | undefined {
    return this.call.manifest.sent.find((item) => item.from === 'directive');
  }

  get times(): { startedMs: number; firstTokenMs: number | null } {
    return { startedMs: this.startedMs, firstTokenMs: this.firstTokenMs };
  }

  get facts(): Pick<FailedTry, 'startedMs' | 'storeError' | 'silentMs'> {
    return {
      startedMs: this.startedMs,
      storeError: this.stop.signal.aborted ? this.stop.signal.reason : undefined,
      silentMs: this.firstTokenMs === null ? Date.now() - this.startedMs : 0,
    };
  }

  async ask(renderRequest: () => ReturnType<typeof renderOptions>): Promise<ModelResponse> {
    const { models, userSlots, onPoint } = this.dependencies;
    this.startedMs = Date.now();
    const options = await renderRequest();
    await onPoint?.('callModel.claimed');
    userSlots.lend(this.call.workflowId);
    const { workflowId, step } = this.call;
    const model = await models.resolve(this.call.model);
    const response = await runWithinSpan(
      () => modelCallSpanIds(workflowId, step),
      () =>
        readStream({
          model,
          stallMs: models.findStallMs(this.call.model),
          answerTimeoutMs: ANSWER_LIMIT_MS,
          options,
          signal: AbortSignal.any([Context.current().cancellationSignal, this.stop.signal]),
          onText: (delta) => {
            this.writer.push(delta);
            if (this.writer.hasOverrun) throw new HiddenOverrunError();
          },
          onReasoning: (delta) => this.writer.think(delta),
          onFirstToken: () => (this.firstTokenMs = Date.now() - this.startedMs),
        }),
    );
    this.stop.signal.throwIfAborted();
    return response;
  }

  private async append(piece: StreamedPiece): Promise<boolean> {
    const { appendChunk, onPoint } = this.dependencies;
    const isWritten = await appendChunk({ ...this.call, ...piece });
    await onPoint?.('callModel.streaming');
    return isWritten;
  }
}

async function renderOptions(
  db: Database,
  { execution, call, request, node }: TryCallInput & { node: ModelCallingNode },
) {
  const planned = request ?? (await renderContext(db, execution, call.manifest));
  const options = toCallOptions(agentConfig(node, call.model), planned);
  const prompt = await fillPictures(db, execution, planned.prompt);
  // A request may have at most four cache marks, so ours are omitted if the node sets its own.
  const hasMarks = options.providerOptions?.['anthropic']?.['cacheControl'] !== undefined;
  return { ...planned, prompt: hasMarks ? prompt : markCached(prompt, call.manifest), ...options };
}

function isEmptyAnswer({ toolCalls, finishReason }: ModelResponse, { visible }: StreamedText): boolean {
  return toolCalls.length === 0 && visible.trim() === '' && ['stop', 'length'].includes(finishReason);
}

/** A categorizer never ends the execution, because its answer must be parsed. */
function findEnding({ kind }: ModelCallingNode, { isLast, isOutsideMainLoop, pushed }: EndingCall) {
  return !readTraits(kind).says || isOutsideMainLoop ? undefined : { kind, isLast, pushed };
}

function readFallbackAfter({ fallbacks, fallbackSeconds = 20 }: CallConfig): number | undefined {
  return fallbacks ? fallbackSeconds * 1_000 : undefined;
}

class HiddenOverrunError extends Error {
  constructor() {
    super('The summary exceeds its token limit');
    this.name = 'HiddenOverrunError';
  }
}

function noAnswerFailure({ isOverrun }: { isOverrun: boolean }): ApplicationFailure {
  const type: FailureType = 'Model.NoAnswer';
  const why = isOverrun
    ? 'The requested summary exceeded its token limit before the model answered, and the call was stopped'
    : 'The model returned no answer to a request that also asked for a summary';
  return ApplicationFailure.nonRetryable(why, type);
}
