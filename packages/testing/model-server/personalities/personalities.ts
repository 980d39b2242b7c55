import { countSplitDigits, countTimes } from './count-request.js';
import { combinePersonalities, type Personality } from './personality.js';
import {
  alternatingRoles,
  llamaCppError,
  nineCharacterIds,
  noSystem,
  noTools,
  oneSystem,
  reasoningWithCalls,
  systemFirst,
  userLast,
  vllmError,
} from './rules.js';

/** Personalities of real endpoints and chat templates, by name. Those of templates hold for chat completions. */
export const PERSONALITIES = {
  /** Claude's older tokenizer on text; with `contextWindow`, refusals name the count. */
  'claude-1.3': { countText: countTimes(1.3) },
  /** Claude's current tokenizer on code and tool output. */
  'claude-1.55': { countText: countTimes(1.55) },
  /** Gemini's tokenizer splits numbers into single digits. */
  'gemini-digits': { countText: countSplitDigits },
  /** Qwen 3.5 and later on llama.cpp: one system message, first; a broken rule is a 500. */
  'qwen-llama.cpp': { rules: [systemFirst(llamaCppError)] },
  /** The same on vLLM: a 400. */
  'qwen-vllm': { rules: [systemFirst(vllmError)] },
  /** MiniMax: at most one system message. */
  minimax: { rules: [oneSystem] },
  /** Llama 2, Mistral 7B: user and assistant take turns. */
  alternating: { rules: [alternatingRoles] },
  /** Gemma 1 and 2: no system message; user and assistant take turns. */
  gemma: { rules: [noSystem, alternatingRoles] },
  /** Mistral with tools: ids of nine letters or digits. */
  'nine-character-ids': { rules: [nineCharacterIds] },
  /** Kimi K2: ids are numbered in each answer, so that every round repeats them. */
  'repeated-ids': { answers: { toolCallId: ({ index, name }) => `functions.${name}:${index}` } },
  /** Some builds of llama.cpp: one id for all calls. */
  'constant-id': { answers: { toolCallId: () => 'call_0' } },
  /** Some builds of Ollama: empty ids. */
  'empty-ids': { answers: { toolCallId: () => '' } },
  /** DeepSeek V4 and Kimi K2 while they think: a tool call is sent back with its thought. */
  'reasoning-required': {
    rules: [reasoningWithCalls],
    answers: { thought: 'Let me think about it.' },
  },
  /** The stream ends with `[DONE]` and no `finish_reason`. */
  'no-finish-reason': { answers: { hasNoFinishReason: true } },
  /** A request for a stream is answered with one JSON body. */
  'json-answer': { answers: { isNeverStreamed: true } },
  /** Errors have the status 200. */
  'error-with-200': { answers: { errorStatus: 200 } },
  /** Models without a template for tools. */
  'no-tools': { rules: [noTools] },
  /** No prefill: the last message is the user's, or a tool result. */
  'user-last': { rules: [userLast] },
} as const satisfies Readonly<Record<string, Personality>>;

/** The name of one of `PERSONALITIES`. */
export type PersonalityName = keyof typeof PERSONALITIES;

/** A personality by name or as an object, or several that hold together. */
export type PersonalityChoice = PersonalityName | Personality | readonly (PersonalityName | Personality)[];

/** Looks up a choice of personalities and combines them. */
export function readPersonality(choice: PersonalityChoice = []): Personality {
  const chosen = [choice].flat() as (PersonalityName | Personality)[];
  return combinePersonalities(
    chosen.map((one): Personality => (typeof one === 'string' ? PERSONALITIES[one] : one)),
  );
}
