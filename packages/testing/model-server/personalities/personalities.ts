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

/** Known endpoints and chat templates. Personalities of chat templates apply to chat completions only. */
export const PERSONALITIES = {
  /** Claude's older tokenizer on text: 1.3 times the tokens of cl100k_base. */
  'claude-1.3': { countText: countTimes(1.3) },
  /** Claude's current tokenizer on code and tool output: 1.55 times the tokens of cl100k_base. */
  'claude-1.55': { countText: countTimes(1.55) },
  /** Gemini's and Mistral's tokenizers: each digit is one token. */
  'gemini-digits': { countText: countSplitDigits },
  /** Qwen 3.5 and later on llama.cpp: any system message must be first. Otherwise a 500. */
  'qwen-llama.cpp': { rules: [systemFirst(llamaCppError)] },
  /** The same rule on vLLM, which answers with a 400. */
  'qwen-vllm': { rules: [systemFirst(vllmError)] },
  /** MiniMax: at most one system message. Otherwise a 400. */
  minimax: { rules: [oneSystem] },
  /** Llama 2 and Mistral 7B: user and assistant must alternate. Otherwise a 500. */
  alternating: { rules: [alternatingRoles] },
  /** Gemma 1 and 2: no system message (400), and user and assistant must alternate. */
  gemma: { rules: [noSystem, alternatingRoles] },
  /** Mistral with tools: tool call ids must have nine letters or digits. Otherwise a 500. */
  'nine-character-ids': { rules: [nineCharacterIds] },
  /** Kimi K2: ids count from 0 in each answer (`functions.look_up:0`), so every round repeats them. */
  'repeated-ids': { answers: { toolCallId: ({ index, name }) => `functions.${name}:${index}` } },
  /** Some builds of llama.cpp: one id for all tool calls. */
  'constant-id': { answers: { toolCallId: () => 'call_0' } },
  /** Some builds of Ollama: empty tool call ids. */
  'empty-ids': { answers: { toolCallId: () => '' } },
  /** DeepSeek V4 and Kimi K2 while thinking: a tool call without its `reasoning_content` gets a 400. */
  'reasoning-required': {
    rules: [reasoningWithCalls],
    answers: { thought: 'Let me think about it.' },
  },
  /** The stream ends with `[DONE]` and no `finish_reason`. */
  'no-finish-reason': { answers: { hasNoFinishReason: true } },
  /** Stream requests get a single JSON body. */
  'json-answer': { answers: { isNeverStreamed: true } },
  /** Errors have the status 200. */
  'error-with-200': { answers: { errorStatus: 200 } },
  /** Ollama with a model without tools: a request with tools gets a 400. */
  'no-tools': { rules: [noTools] },
  /** Endpoints without prefill: a user message or a tool result must be last. Otherwise a 400. */
  'user-last': { rules: [userLast] },
} as const satisfies Readonly<Record<string, Personality>>;

export type PersonalityName = keyof typeof PERSONALITIES;

/** A name, an object, or a list of both to combine. */
export type PersonalityChoice = PersonalityName | Personality | readonly (PersonalityName | Personality)[];

/** The last counter wins, and each style's last value. */
export function readPersonality(choice: PersonalityChoice = []): Personality {
  const chosen = [choice].flat() as (PersonalityName | Personality)[];
  const all = chosen.map((one): Personality => (typeof one === 'string' ? PERSONALITIES[one] : one));
  return {
    rules: all.flatMap(({ rules = [] }) => rules),
    countText: all.findLast(({ countText }) => countText)?.countText,
    answers: Object.assign({}, ...all.map(({ answers }) => answers)) as AnswerStyle,
  };
}
