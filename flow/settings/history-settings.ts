export interface HistorySettings {
  /** Newest messages to send in full, with the current one. Default 10. */
  messages?: number;
  /** Tokens for messages from before the turn. Default 16,000. */
  tokens?: number;
  /** Of messages and summary. Default 18,000. */
  characters?: number;
  /** A longer message is replaced by a placeholder. Default 3,000. */
  messageCharacters?: number;
  /** `omit` (default) or `send` refused messages in later calls. */
  refused?: RefusedRule;
  /** False: older messages are not summarized. */
  summaries?: SummarySettings | false;
  /** False: older messages are not searched. */
  retrieval?: RetrievalSettings | false;
}

export const REFUSED_RULES = ['omit', 'send'] as const;
export type RefusedRule = (typeof REFUSED_RULES)[number];

export interface SummarySettings {
  /** Whether to request it with an answer, where possible. Default true. */
  inline?: boolean;
  /** When messages no longer fit in the window (default), or after every turn. */
  every?: SummaryRhythm;
  /** `provider:model` for summaries after a turn; default: the model that answered. */
  model?: string;
  /** Tokens by the thread's depth; the last covers deeper ones. Default 800, 500, 300, 150. */
  tokens?: readonly number[];
  /** Minimum tokens to summarize at once. Default: the summary's budget and a fifth; less for small limits. */
  minTokens?: number;
}

export const SUMMARY_RHYTHMS = ['window', 'turn'] as const;
export type SummaryRhythm = (typeof SUMMARY_RHYTHMS)[number];

export interface RetrievalSettings {
  /** Tokens for found messages. Default 2,000. */
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
/** Deeper threads are narrower. */
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
