import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { Tiktoken } from 'js-tiktoken/lite';
import ranks from 'js-tiktoken/ranks/cl100k_base';
import { countTextTokens } from '../../../../models/counting/count-tokens.js';

/** Counts cl100k_base tokens, treating special tokens as plain text. */
export type Counter = (text: string) => number;

export interface ComparedCounters {
  ours: Counter;
  jsTiktoken: Counter;
  gptTokenizer: Counter;
}

/** Loads the tables of all three. */
export function createComparedCounters(): ComparedCounters {
  const tiktoken = new Tiktoken(ranks);
  const plain = { disallowedSpecial: new Set<string>() };
  return {
    ours: countTextTokens,
    jsTiktoken: (text) => tiktoken.encode(text, [], []).length,
    gptTokenizer: (text) => countTokens(text, plain),
  };
}
