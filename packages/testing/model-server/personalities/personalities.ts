import { countSplitDigits, countTimes } from './count-request.js';
import type { AnswerStyle, Personality } from './personality.js';
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

/** Known endpoints and chat templates. Those of templates apply to chat completions. */
export const PERSONALITIES = {
  /** Claude's older tokenizer on text: 1.3 times the tokens of cl100k_base. */
  'claude-1.3': { countText: countTimes(1.3) },
  /** Claude's current tokenizer on code and tool output: 1.55 times the tokens of cl100k_base. */
  'claude-1.55': { countText: countTimes(1.55) },
  /** Gemini's and Mistral's tokenizers, which count each digit as one token. */
  'gemini-digits': { countText: countSplitDigits },
  /** Qwen 3.5 and later on llama.cpp: one system message, first; otherwise a 500. */
  'qwen-llama.cpp': { rules: [systemFirst(llamaCppError)] },
  /** The same on vLLM, with a 400. */
  'qwen-vllm': { rules: [systemFirst(vllmError)] },
  /** MiniMax: at most one system message; otherwise a 400. */
  minimax: { rules: [oneSystem] },
  /** Llama 2, Mistral 7B: user and assistant alternate; otherwise a 500. */
  alternating: { rules: [alternatingRoles] },
  /** Gemma 1 and 2: no system message (400); user and assistant alternate. */
  gemma: { rules: [noSystem, alternatingRoles] },
  /** Mistral with tools: tool call ids of nine letters or digits; otherwise a 500. */
  'nine-character-ids': { rules: [nineCharacterIds] },
  /** Kimi K2: tool call ids count from 0 in each answer (`functions.look_up:0`), so every round repeats them. */
  'repeated-ids': { answers: { toolCallId: ({ index, name }) => `functions.${name}:${index}` } },
  /** Some builds of llama.cpp: one id for all tool calls. */
  'constant-id': { answers: { toolCallId: () => 'call_0' } },
  /** Some builds of Ollama: empty tool call ids. */
  'empty-ids': { answers: { toolCallId: () => '' } },
  /** DeepSeek V4 and Kimi K2 while thinking: a tool call must be sent back with its `reasoning_content`; otherwise a 400. */
  'reasoning-required': {
    rules: [reasoningWithCalls],
    answers: { thought: 'Let me think about it.' },
  },
  /** The stream ends with `[DONE]` and no `finish_reason`. */
  'no-finish-reason': { answers: { hasNoFinishReason: true } },
  /** Stream requests get one JSON body. */
  'json-answer': { answers: { isNeverStreamed: true } },
  /** Errors have the status 200. */
  'error-with-200': { answers: { errorStatus: 200 } },
  /** Ollama with a model without tools: a request with tools gets a 400. */
  'no-tools': { rules: [noTools] },
  /** Endpoints without prefill: the last message must be the user's or a tool result; otherwise a 400. */
  'user-last': { rules: [userLast] },
} as const satisfies Readonly<Record<string, Personality>>;

export type PersonalityName = keyof typeof PERSONALITIES;

/** A personality by name or as an object, or several combined. */
export type PersonalityChoice = PersonalityName | Personality | readonly (PersonalityName | Personality)[];

/** All rules apply; the last counter and the last value of each style win. */
export function readPersonality(choice: PersonalityChoice = []): Personality {
  const chosen = [choice].flat() as (PersonalityName | Personality)[];
  const all = chosen.map((one): Personality => (typeof one === 'string' ? PERSONALITIES[one] : one));
  return {
    rules: all.flatMap(({ rules = [] }) => rules),
    countText: all.findLast(({ countText }) => countText)?.countText,
    answers: Object.assign({}, ...all.map(({ answers }) => answers)) as AnswerStyle,
  };
}
