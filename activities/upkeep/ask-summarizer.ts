import { log } from '@temporalio/activity';
import { arrangeMessages } from '../../context/plan/arrange.js';
import type { SummaryRequestMessage } from '../../context/summary/summary-requests.js';
import { usageCost } from '../../models/facts/model-table.js';
import type { ModelFailureDetails } from '../../models/model-failure-types.js';
import { toModelFailure } from '../../models/failures/to-model-failure.js';
import { toPrompt } from '../../models/stream/to-prompt.js';
import type { AttemptUsage } from '../../store/attempt-columns.js';
import { readForm } from '../agent/node-model.js';
import { learnLayout } from '../agent/call/learn-layout.js';
import { MAX_MODEL_TRIES } from '../agent/call/model-failures.js';
import { askModel, type PlainAnswer } from '../ask-model.js';
import type { ActivityDependencies } from '../dependencies.js';
import type { CallPurpose } from '../../protocol/call-purpose.js';
import { countModelCall, countModelFailure } from '../count-metrics.js';
import { pause, throwIfStopped } from './pause.js';
import type { Summarizer } from './summarizer.js';
import type { TracedCall } from './trace-upkeep-call.js';

/** `traced` is absent outside an Activity. */
export type SummarizerAnswer = { traced?: TracedCall } & (
  | { kind: 'answered'; text: string; isFiltered: boolean; isCutOff: boolean; usage: AttemptUsage }
  | { kind: 'too-long' | 'failed'; reason: string }
);

/** If the rate limit lasts longer, a later turn tries again. */
const MAX_WAIT_MS = 60_000;

export function createAskSummarizer(dependencies: ActivityDependencies, purpose: CallPurpose) {
  const { timing } = dependencies;
  return async function askSummarizer(
    request: readonly SummaryRequestMessage[],
    { model, maxOutputTokens, textTokens, counters }: Omit<Summarizer, 'tokenFactor' | 'window'>,
  ): Promise<SummarizerAnswer> {
    for (let tries = 1; ; tries += 1) {
      const traced = { model, purpose, failures: tries - 1, startedMs: Date.now() };
      try {
        const messages = arrangeMessages(request, readForm(model));
        const options = { prompt: toPrompt({ messages }), maxOutputTokens };
        const inputTokens = counters.countText(request.map(({ content }) => content).join('\n'));
        const call = { model, options, inputTokens, maxTextTokens: textTokens };
        return toAnswer(await askModel(dependencies, call), traced);
      } catch (error) {
        throwIfStopped();
        const failure = toModelFailure(error);
        const type = failure.type ?? 'Model.Unavailable';
        const { message: reason } = failure;
        countModelFailure(model, type);
        log.warn('An upkeep call failed', { model, type, tries });
        if (type === 'Model.ContextOverflow')
          return { kind: 'too-long', reason, traced: { ...traced, errorType: type } };
        const { layout } = (failure.details?.[0] ?? {}) as ModelFailureDetails;
        if (layout && tries < MAX_MODEL_TRIES) {
          learnLayout(model, layout);
          continue;
        }
        const { nextRetryDelay: asked } = failure;
        const waitMs = typeof asked === 'number' ? asked : timing.retryMs * 2 ** (tries - 1);
        if (failure.nonRetryable === true || tries >= MAX_MODEL_TRIES || waitMs > MAX_WAIT_MS)
          return { kind: 'failed', reason, traced: { ...traced, errorType: type } };
        await pause(waitMs);
      }
    }
  };
}

function toAnswer({ response, visible }: PlainAnswer, asked: TracedCall): SummarizerAnswer {
  const { model, purpose } = asked;
  const { finishReason, responseId } = response;
  const { inputTokens, outputTokens, cacheReadTokens: cachedInputTokens, reasoningTokens } = response.usage;
  const cost = usageCost({ model, inputTokens, outputTokens });
  countModelCall({ model, purpose, inputTokens, outputTokens, cost });
  return {
    kind: 'answered',
    text: visible,
    isFiltered: finishReason === 'content-filter',
    isCutOff: finishReason === 'length',
    usage: { inputTokens, outputTokens, cachedInputTokens, cost },
    traced: {
      ...asked,
      usage: {
        input: inputTokens,
        cachedInput: cachedInputTokens,
        output: outputTokens,
        reasoning: reasoningTokens,
      },
      cost,
      finishReason,
      responseId,
    },
  };
}
