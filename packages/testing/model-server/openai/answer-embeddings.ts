import { isJsonObject } from '../http/json.js';
import type { ErrorFacts } from '../http/model-request.js';
import { invalidRequest } from './openai-errors.js';

export type SynonymGroups = readonly (readonly string[])[];

const DIMENSIONS = 256;
const MAX_INPUTS = 2_048;

export function answerEmbeddings(body: unknown, synonyms: SynonymGroups): string | ErrorFacts {
  const { model } = isJsonObject(body) ? body : {};
  if (typeof model !== 'string') return invalidRequest('you must provide a model parameter');
  const texts = readInputs(body);
  if (!texts) return invalidRequest("'$.input' is invalid.", 'input');
  const data = texts.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: wordVector(text, synonyms),
  }));
  const tokens = texts.reduce((sum, text) => sum + splitWords(text).length, 0);
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return JSON.stringify({ object: 'list', model, data, usage });
}

export function readInputs(body: unknown): readonly string[] | undefined {
  const { input } = isJsonObject(body) ? body : {};
  const texts: unknown = typeof input === 'string' ? [input] : input;
  const isValid = Array.isArray(texts) && texts.length > 0 && texts.length <= MAX_INPUTS;
  return isValid && texts.every(isText) ? texts : undefined;
}

/** The vector ignores word order. Texts with common words or synonyms are near each other. */
function wordVector(text: string, synonyms: SynonymGroups = []): number[] {
  const vector = Array<number>(DIMENSIONS).fill(0);
  for (const word of splitWords(text)) {
    const group = synonyms.find((words) => words.includes(word));
    const random = seeded(group?.[0] ?? word);
    for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = (vector[at] ?? 0) + random() - 0.5;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector.fill(1 / Math.sqrt(DIMENSIONS)) : vector.map((value) => value / length);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function seeded(word: string): () => number {
  let state = 2_166_136_261;
  for (const character of word) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
