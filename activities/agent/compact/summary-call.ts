import { ApplicationFailure } from '@temporalio/activity';
import { COMPACTION_SYSTEM } from '../../../context/compaction/compaction-prompt.js';
import { contentHash } from '../../../context/content-hash.js';
import { findGrammar } from '../../../context/grammar/grammar.js';
import type { ContextManifest } from '../../../context/manifest.js';
import type { Counters } from '../../../context/planning-tools.js';
import { visibleText } from '../../../context/trace-content.js';
import type { AgentConfig } from '../../../flow/kinds/agent.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { keepExecutionTexts } from '../../../store/execution/execution-texts.js';
import { rememberText } from '../../../store/calls/generated-texts.js';
import { findModelCall } from '../../../store/calls/find-model-call.js';
import { claimModelCall } from '../../../store/calls/claim-model-call.js';
import { insertModelCall } from '../../../store/calls/planned-calls.js';
import { askModel, type PlainAnswer } from '../../ask-model.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { budgetFailure } from '../plan/context-failures.js';
import { createModelFailures } from '../call/model-failures.js';
import { renderContext } from '../call/render-context.js';
import { requestHash, toRequest } from '../call/request.js';
import { reserveCall } from '../plan/reserve-call.js';
import type { RunningCall } from '../call/running-call.js';
import { createStoreAnswer } from '../call/store-answer.js';
import { windowOf } from '../plan/window-of.js';

export interface SummaryCallInput {
  execution: ExecutionFacts;
  workflowId: string;
  nodeId: string;
  iteration: string;
  /** Whether the node's text goes to whoever reads the stream. */
  isShown: boolean;
  step: number;
  config: AgentConfig;
  counters: Counters;
  /** The whole request, but for the system prompt. */
  prompt: string;
  maxOutputTokens: number;
}

export type SummaryCallOutcome =
  | { kind: 'answered'; text: string }
  | { kind: 'called-tools' }
  | { kind: 'too-long' | 'failed'; reason: string }
  | { kind: 'rate-limited'; reason: string; retryAfterMs?: number }
  /** No call was made. */
  | { kind: 'budget-exceeded'; reason: string };

/**
 * Makes one call for a summary, planned and recorded like any other, and says what came of it. A call whose
 * outcome is stored is not made again.
 */
export function createSummaryCall(dependencies: ActivityDependencies) {
  const { db, models } = dependencies;
  const failures = createModelFailures(dependencies);
  const storeAnswer = createStoreAnswer(dependencies);

  return async function callForSummary(input: SummaryCallInput): Promise<SummaryCallOutcome> {
    const key = { executionId: input.execution.id, step: input.step };
    const known = await findModelCall(db, key);
    if (known === undefined) {
      const refused = await plan(input);
      if (refused !== undefined) return { kind: 'budget-exceeded', reason: refused };
    }
    const claimed = await claimModelCall(db, key);
    if (claimed === undefined) return storedOutcome(input);
    return perform(input, { ...claimed, ...key, workflowId: input.workflowId });
  };

  async function plan(input: SummaryCallInput): Promise<string | undefined> {
    const { execution, step, nodeId, iteration, isShown, config } = input;
    const manifest = await manifestOf(input);
    const exceeded = await reserveCall(db, {
      ...{ execution, step, model: config.model, outputTokens: input.maxOutputTokens },
      inputTokens: manifest.systemTokens + manifest.tokens,
    });
    if (exceeded !== undefined) return budgetFailure(exceeded).message;
    await insertModelCall(db, {
      ...{ executionId: execution.id, step, nodeId, iteration, isShown, model: config.model, manifest },
      purpose: 'compaction',
    });
    return undefined;
  }

  async function manifestOf({
    execution,
    config,
    counters,
    prompt,
  }: SummaryCallInput): Promise<ContextManifest> {
    const { window, reserve } = windowOf(config);
    const messages = [
      { role: 'system', content: COMPACTION_SYSTEM },
      { role: 'user', content: prompt },
    ] as const;
    const [systemTokens, tokens] = messages.map((message) => counters.countMessage(message));
    const text = contentHash(prompt);
    await keepExecutionTexts(db, { executionId: execution.id, texts: new Map([[text, prompt]]) });
    const unsigned = {
      policy: 2,
      grammar: findGrammar(config.model),
      ...{ window, reserve, systemTokens: systemTokens ?? 0, toolTokens: 0, tokens: tokens ?? 0 },
      budget: window - reserve - (systemTokens ?? 0),
      system: await rememberText(db, COMPACTION_SYSTEM),
      tools: null,
      sent: [{ from: 'note', text, tokens: tokens ?? 0 }],
      ...{ pointers: [], left: [] },
    } as const;
    return { ...unsigned, request: requestHash(toRequest({}, { messages, toolsJson: undefined })) };
  }

  async function perform(input: SummaryCallInput, call: RunningCall): Promise<SummaryCallOutcome> {
    const { execution, maxOutputTokens } = input;
    const request = await renderContext(db, execution, call.manifest);
    let answer: PlainAnswer;
    const startedMs = Date.now();
    try {
      answer = await askModel(models, { model: call.model, options: { ...request, maxOutputTokens } });
    } catch (error) {
      const said = { visible: '', thinking: '' };
      const { rootBudgetId } = execution;
      const failure = await failures.toThrow({
        ...{ call, said, error, storeError: undefined, rootBudgetId },
        // The compaction decides itself what is tried again.
        maxTries: 1,
      });
      if (!(failure instanceof ApplicationFailure) || !failure.type?.startsWith('Model.')) throw failure;
      return failedOutcome(failure.type, failure.message, failure.details?.[0]);
    }
    const { response, visible, thinking } = answer;
    await storeAnswer({
      ...{ call, response, execution, firstTokenMs: Date.now() - startedMs },
      said: { visible, thinking, meta: '', hasChunks: false },
    });
    return answered(visible, response.toolCalls.length > 0);
  }

  async function storedOutcome({ execution, step }: SummaryCallInput): Promise<SummaryCallOutcome> {
    const stored = await findModelCall(db, { executionId: execution.id, step });
    if (stored?.status === 'completed' && stored.content !== null)
      return answered(
        visibleText(stored.content),
        stored.content.some((part) => part.type === 'tool-call'),
      );
    return failedOutcome(stored?.errorType ?? '', stored?.errorMessage ?? 'The call did not end', undefined);
  }
}

function answered(text: string, hasCalls: boolean): SummaryCallOutcome {
  return hasCalls ? { kind: 'called-tools' } : { kind: 'answered', text };
}

function failedOutcome(type: string, reason: string, details: unknown): SummaryCallOutcome {
  if (type === 'Model.ContextOverflow') return { kind: 'too-long', reason };
  if (type !== 'Model.RateLimited') return { kind: 'failed', reason };
  // ModelFailureDetails, as the classifier made them.
  const { retryAfterMs } = (details ?? {}) as { retryAfterMs?: number };
  return { kind: 'rate-limited', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}
