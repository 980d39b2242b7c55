/** The part of a conversation that is sent with the calls of its turns. */
export interface HistorySettings {
  /** Newest messages that are sent as they are, the current one included. Default 10. */
  messages?: number;
  /** Tokens that messages from before the turn may have. Default 16,000. */
  tokens?: number;
  /** Characters that they may have together, the summary included. Default 18,000. */
  characters?: number;
  /** A message with more characters is replaced by a placeholder. Default 3,000. */
  messageCharacters?: number;
  /** The treatment of a message that the provider refused: later calls leave it out (`omit`, default), or `send` it again. */
  refused?: RefusedRule;
  /** False: what is older than the window is not summarized. */
  summaries?: SummarySettings | false;
  /** False: nothing is looked up in what is older than the window. */
  retrieval?: RetrievalSettings | false;
}

export const REFUSED_RULES = ['omit', 'send'] as const;
export type RefusedRule = (typeof REFUSED_RULES)[number];

export interface SummarySettings {
  /** Whether the summary is asked for together with an answer, where that can be. Default true. */
  inline?: boolean;
  /** When there is more than the window holds (default), or after every turn. */
  every?: SummaryRhythm;
  /** `provider:model` of the summaries that are made after a turn; default: the model that answered. */
  model?: string;
  /** Tokens of a summary by the depth of its thread, the last for all that are deeper. Default 800, 500, 300, 150. */
  tokens?: readonly number[];
  /**
   * Tokens that the messages must have together which a summary is to replace, where it is made by the window. Default: as many
   * as a model may write for it, a budget and a fifth, less where the model's window or the history's limits are small.
   */
  minTokens?: number;
}

export const SUMMARY_RHYTHMS = ['window', 'turn'] as const;
export type SummaryRhythm = (typeof SUMMARY_RHYTHMS)[number];

export interface RetrievalSettings {
  /** Tokens that what is found may have. Default 2,000. */
  tokens?: number;
}

/** The settings of a flow with everything filled in. */
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

/** The last five exchanges are enough to know what is talked about. */
const DEFAULT_HISTORY_MESSAGES = 10;
const DEFAULT_TOKENS = 16_000;
/** About 7,200 tokens of prose. */
const DEFAULT_CHARACTERS = 18_000;
/** About 1,200 tokens of prose: longer texts are pasted, not said. */
const DEFAULT_MESSAGE_CHARACTERS = 3_000;
/** Deeper threads are narrower, so a shorter summary covers them. */
const DEFAULT_SUMMARY_TOKENS = [800, 500, 300, 150];
/** In a long chat the evidence for five questions of six lies within this many tokens of what is found. */
const DEFAULT_RETRIEVAL_TOKENS = 2_000;

/** Fills in the defaults of a flow's settings for its conversations. */
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
