export interface OverflowFigures {
  /** Excludes the answer. */
  readonly tokens?: number | undefined;
  readonly limit?: number | undefined;
  readonly excess?: number | undefined;
}

const NUMBER = String.raw`(\d[\d,_]{0,14})`;
const MAX_TOKENS = 1_000_000_000;

/** The first match wins, so specific wordings come first. */
const TOKENS = [
  String.raw`${NUMBER} in the messages, ${NUMBER} in the functions`, // OpenAI with tools
  String.raw`${NUMBER} (?:in the messages|of text input|in the prompt)`, // OpenAI, DeepSeek, vLLM, OpenRouter
  String.raw`prompt is too long: ${NUMBER} tokens`, // Anthropic
  String.raw`exceed context limit: ${NUMBER} \+`,
  String.raw`input token count \(?${NUMBER}`, // Gemini
  String.raw`${NUMBER} input tokens`, // vLLM
  String.raw`prompt \(length ${NUMBER}\)`,
  String.raw`request \(${NUMBER} tokens\)`, // llama.cpp
  String.raw`n_prompt_tokens:? ${NUMBER}`,
  String.raw`prompt contains ${NUMBER} tokens`, // Mistral
  String.raw`request contains ${NUMBER} tokens`,
  String.raw`resulted in ${NUMBER} tokens`, // OpenAI
  String.raw`requested (?:about )?${NUMBER} tokens`, // OpenAI, OpenRouter
  String.raw`given: ${NUMBER} .inputs`, // Text Generation Inference
  String.raw`received ${NUMBER}`, // Cohere
].map((wording) => new RegExp(wording, 'i'));

const LIMITS = [
  String.raw`> ${NUMBER} maximum`, // Anthropic
  String.raw`exceed context limit: \d+ \+ \d+ > ${NUMBER}`, // Anthropic
  String.raw`tokens allowed \(?${NUMBER}`, // Gemini
  String.raw`maximum (?:context|prompt|model) length (?:is|of) ${NUMBER}`, // OpenAI, vLLM, OpenRouter, xAI
  String.raw`${NUMBER} maximum context length`, // Mistral
  String.raw`context size \(${NUMBER} tokens\)`, // llama.cpp
  String.raw`n_ctx:? ${NUMBER}`,
  String.raw`context length of only ${NUMBER}`, // LM Studio
  String.raw`(?:must be <=|cannot exceed) ${NUMBER}`, // Text Generation Inference, Cohere
].map((wording) => new RegExp(wording, 'i'));

/** Smaller numbers are statuses, positions or message counts. */
const LEAST_FIGURE = 512;
const FIGURE = /(?<![\w.-])\d[\d,_]{0,14}(?![\w-]|\.\d)/g;
const MAX_READ = 1_000;
const LIMIT_WORDS = /limit|max|at most|up to|range|should be|cannot be|only/i;

const EXCESSES = [new RegExp(String.raw`exceeded max context length by ${NUMBER} tokens`, 'i')];

/** With an unknown wording, the larger number is the request's tokens. */
export function readOverflow(reason: string): OverflowFigures {
  const figures = {
    tokens: findNumber(reason, TOKENS),
    limit: findNumber(reason, LIMITS),
    excess: findNumber(reason, EXCESSES),
  };
  return hasFigures(figures) ? figures : guessFigures(reason);
}

export function hasFigures({ tokens, limit, excess }: OverflowFigures): boolean {
  return (tokens ?? limit ?? excess) !== undefined;
}

function guessFigures(reason: string): OverflowFigures {
  const numbers = [...reason.slice(0, MAX_READ).matchAll(FIGURE)].flatMap(([digits]) => {
    const number = Number(digits.replace(/[,_]/g, ''));
    return number >= LEAST_FIGURE && number <= MAX_TOKENS ? [number] : [];
  });
  const figures = [...new Set(numbers)].sort((one, other) => one - other);
  const [low, high, ...others] = figures;
  if (low === undefined || others.length > 0) return {};
  if (high !== undefined) return { tokens: high, limit: low };
  return LIMIT_WORDS.test(reason) ? { limit: low } : {};
}

function findNumber(reason: string, wordings: readonly RegExp[]): number | undefined {
  for (const wording of wordings) {
    const found = wording.exec(reason);
    if (found === null) continue;
    const sum = found.slice(1).reduce((all, digits) => all + Number(digits.replace(/[,_]/g, '')), 0);
    return sum > 0 && sum <= MAX_TOKENS ? sum : undefined;
  }
  return undefined;
}
