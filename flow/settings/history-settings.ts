export interface HistorySettings {
  /** How many of the newest messages are sent in full, including the current one. Default 10. */
  messages?: number;
  /** Maximum tokens of messages from earlier turns. Default 16,000. */
  tokens?: number;
  /** Maximum characters of messages and summary together. Default 18,000. */
  characters?: number;
  /** A longer message is replaced by a placeholder. Default 3,000. */
  messageCharacters?: number;
  /** Whether later calls `omit` (default) or `send` messages that the provider refused. */
  refused?: RefusedRule;
  /** False turns off summaries of older messages. */
  summaries?: SummarySettings | false;
  /** False turns off the search in older messages. */
  retrieval?: RetrievalSettings | false;
}

export const REFUSED_RULES = ['omit', 'send'] as const;
export type RefusedRule = (typeof REFUSED_RULES)[number];

export interface SummarySettings {
  /** Whether the model may write the summary together with an answer. Default true. */
  inline?: boolean;
  /** When a summary is due: once messages no longer fit in the window (default), or after every turn. */
  every?: SummaryRhythm;
  /** The model for summaries after a turn, as `provider:model`. Default: the model that answered. */
  model?: string;
  /**
   * Tokens of a summary by the depth of its thread. The last number applies to deeper threads. Default 800, 500, 300,
   * 150.
   */
  tokens?: readonly number[];
  /**
   * Fewer tokens are not summarized yet. Default: 1.2 times the summary's tokens, or less if the limits are small.
   */
  minTokens?: number;
}

export const SUMMARY_RHYTHMS = ['window', 'turn'] as const;
export type SummaryRhythm = (typeof SUMMARY_RHYTHMS)[number];

export interface RetrievalSettings {
  /** Maximum tokens of passages found in older messages. Default 2,000. */
  tokens?: number;
}

export interface ResolvedHistory {
  messages: number;
  tokens: number;
  characters: number;
  messageCharacters: number;
  refused: RefusedRule;
  summaries:
    | {
        inline: boolean;
        every: SummaryRhythm;
        model: string | undefined;
        tokens: readonly number[];
        minTokens: number | undefined;
      }
    | undefined;
  retrieval: { tokens: number } | undefined;
}

/** Five exchanges show the topic. */
const DEFAULT_HISTORY_MESSAGES = 10;
const DEFAULT_TOKENS = 16_000;
/** About 7,200 tokens of prose. */
const DEFAULT_CHARACTERS = 18_000;
/** About 1,200 tokens of prose. */
const DEFAULT_MESSAGE_CHARACTERS = 3_000;
/** Deeper threads have narrower topics. */
const DEFAULT_SUMMARY_TOKENS = [800, 500, 300, 150];
const DEFAULT_RETRIEVAL_TOKENS = 2_000;

export function historySettings({ history = {} }: { history?: HistorySettings }): ResolvedHistory {
  const { summaries = {}, retrieval = {} } = history;
  return {
    messages: history.messages ?? DEFAULT_HISTORY_MESSAGES,
    tokens: history.tokens ?? DEFAULT_TOKENS,
    characters: history.characters ?? DEFAULT_CHARACTERS,
    messageCharacters: history.messageCharacters ?? DEFAULT_MESSAGE_CHARACTERS,
    refused: history.refused ?? REFUSED_RULES[0],
    summaries:
      summaries === false
        ? undefined
        : {
            inline: summaries.inline ?? true,
            every: summaries.every ?? 'window',
            model: summaries.model,
            tokens: summaries.tokens ?? DEFAULT_SUMMARY_TOKENS,
            minTokens: summaries.minTokens,
          },
    retrieval: retrieval === false ? undefined : { tokens: retrieval.tokens ?? DEFAULT_RETRIEVAL_TOKENS },
  };
}
