/** Tokens kept free for an answer when nobody says how long it may be. */
const MAX_DEFAULT_RESERVE = 16_384;

/** The published limits of a model that decide its window. */
export interface WindowFacts {
  contextWindow: number;
  /** The most input a request may have, where that is less than the window. */
  maxInputTokens?: number | undefined;
  /**
   * The longest answer of the model, as the project or the endpoint says: a larger reserve would go unused. The limits
   * of our table are often far above the reserve or below what a node asks for, and do not bound it.
   */
  outputLimit?: number | undefined;
}

/**
 * Where a reserve comes from: the node's `maxOutputTokens`, the model's `outputLimit`, or the default, a quarter of the
 * window and at most 16,384 tokens.
 */
export const RESERVE_SOURCES = ['maxOutputTokens', 'outputLimit', 'default'] as const;
export type ReserveSource = (typeof RESERVE_SOURCES)[number];

export interface Window {
  /** Tokens that input and answer may have together. */
  window: number;
  /** Tokens of it that are kept free for the answer. */
  reserve: number;
  reserveFrom: ReserveSource;
  warnings: string[];
}

/**
 * The window of a call and its response reserve. An override that is a number, or a string of one, takes the
 * place of the published window; senseless ones are ignored, with a warning when they are no numbers at all.
 * A reserve that is not smaller than the window falls back to the default, min(16,384, window / 4), with a warning.
 * The model's output limit bounds the reserve.
 */
export function resolveWindow(input: {
  model: WindowFacts;
  contextWindow?: unknown;
  maxOutputTokens?: unknown;
}): Window {
  const warnings: string[] = [];
  const override = positiveWhole('context window', input.contextWindow, warnings);
  const asked = positiveWhole('maximum of output tokens', input.maxOutputTokens, warnings);
  const published = override ?? input.model.contextWindow;
  const usual = Math.min(MAX_DEFAULT_RESERVE, Math.floor(published / 4));
  const isAsked = asked !== undefined && asked < published;
  const { outputLimit = Infinity } = input.model;
  const reserve = Math.min(isAsked ? asked : usual, outputLimit);
  const reserveFrom =
    reserve < (isAsked ? asked : usual) ? 'outputLimit' : isAsked ? 'maxOutputTokens' : 'default';
  if (isAsked && reserve < asked)
    warnings.push(
      `A maximum of ${asked} output tokens is over the model's outputLimit of ${outputLimit}, which is used instead`,
    );
  if (asked !== undefined && asked >= published)
    warnings.push(
      `A maximum of ${asked} output tokens leaves nothing of the window of ${published} for the request: ${usual} are kept for the answer instead`,
    );
  const { maxInputTokens = Infinity } = override === undefined ? input.model : {};
  if (maxInputTokens + reserve >= published) return { window: published, reserve, reserveFrom, warnings };
  warnings.push(
    `The model takes ${maxInputTokens} tokens of input at the most: of its window of ${published} that and the reserve are used`,
  );
  return { window: maxInputTokens + reserve, reserve, reserveFrom, warnings };
}

function positiveWhole(name: string, value: unknown, warnings: string[]): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || (typeof value === 'string' && Number.isNaN(number))) {
    warnings.push(`The ${name} '${shown(value)}' is not a number and is ignored`);
    return undefined;
  }
  const whole = Math.floor(number);
  return Number.isFinite(whole) && whole > 0 ? whole : undefined;
}

function shown(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 40).toWellFormed();
}
