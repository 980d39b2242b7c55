import type { FlowDefinition } from '../../flow/definition.js';
import { historySettings } from '../../flow/settings/history-settings.js';
import type { SummarizerAnswer } from '../../activities/upkeep/ask-summarizer.js';
import { planFold, type Fold } from '../../activities/upkeep/plan-fold.js';
import { settleSummary } from '../../activities/upkeep/settle-summary.js';
import { toWriter, type Summarizer } from '../../activities/upkeep/summarizer.js';
import { hideThinking } from '../../context/hygiene/hide-thinking.js';
import { summaryBudget } from '../../context/summary/summary-budget.js';
import { wellFormed } from '../../context/text/well-formed.js';
import { toModelFailure } from '../../models/failures/to-model-failure.js';
import type { ModelRegistry } from '../../models/model-registry.js';
import { readStream } from '../../models/stream/read-stream.js';
import { toPrompt } from '../../models/stream/to-prompt.js';
import type { Database } from '../../store/database.js';
import { loadSummaryHead } from '../../store/summaries/summary-head.js';
import { CommandError } from '../program/command-error.js';

export interface ChatSummary {
  readonly text: string;
  readonly coversThrough: number;
}

export interface ChatSummarizer {
  readonly model: string;
  readonly models: Pick<ModelRegistry, 'resolve' | 'findStallMs'>;
}

interface SummarizeChatInput extends ChatSummarizer {
  conversationId: number;
  flow: FlowDefinition;
  last: number;
  signal: AbortSignal;
  onCovered: (through: number) => void;
}

const MAX_TRIES = 3;

/** Summarizes as in a live chat: window by window, restoring lost facts. Undefined for a short chat. */
export async function summarizeChat(
  db: Database,
  input: SummarizeChatInput,
): Promise<ChatSummary | undefined> {
  const { conversationId, flow, last, model, signal, onCovered } = input;
  const every = historySettings(flow).messages;
  const budget = summaryBudget(0);
  const summarizer = toWriter(flow, { named: model, answeredBy: { nodeId: null }, budget });
  for (;;) {
    const head = await loadSummaryHead(db, conversationId);
    const { summary = null, coversThrough = 0 } = head ?? {};
    if (last - coversThrough < every || signal.aborted)
      return summary === null ? undefined : { text: summary.content, coversThrough };
    const through = coversThrough + every;
    const base = { ordinal: summary?.ordinal ?? null, coversThrough };
    const work = {
      conversationId,
      base,
      clearedThrough: 0,
      through,
      position: through,
      budget,
      isRegeneration: false,
    };
    const fold = await planFold(db, { work, existing: summary?.content, summarizer, share: 1 });
    if (!fold)
      throw new CommandError(
        `Model '${model}' has no room for message ${coversThrough + 1}: name one with a larger window`,
      );
    const answer = await askWithRetries(fold, { ...input, summarizer });
    const settled = await settleSummary(db, { work, summarizer, fold, answer, isForThreads: false });
    if (settled.status !== 'adopted')
      throw new CommandError(
        `Model '${model}' returned no summary of the messages up to ${through}: name another one`,
      );
    onCovered(through);
  }
}

type Answered = Extract<SummarizerAnswer, { kind: 'answered' }>;

async function askWithRetries(
  fold: Fold,
  { model, models, summarizer, signal }: ChatSummarizer & { summarizer: Summarizer; signal: AbortSignal },
): Promise<Answered> {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await readStream({
        model: await models.resolve(model),
        stallMs: models.findStallMs(model),
        options: {
          prompt: toPrompt({ messages: fold.request }),
          maxOutputTokens: summarizer.maxOutputTokens,
        },
        signal,
      });
      const content = response.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return {
        kind: 'answered',
        text: wellFormed(hideThinking(content).visible),
        isFiltered: response.finishReason === 'content-filter',
        isCutOff: response.finishReason === 'length',
        usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cost: '0' },
      };
    } catch (cause) {
      signal.throwIfAborted();
      const failure = toModelFailure(cause);
      if (failure.nonRetryable === true || tries >= MAX_TRIES)
        throw new CommandError(`Model '${model}' cannot summarize (${failure.message}): name another one`, {
          cause,
        });
    }
  }
}
