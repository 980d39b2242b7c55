const MAX_DEFAULT_RESERVE = 16_384;

export interface WindowFacts {
  contextWindow: number;
  maxInputTokens?: number | undefined;
  /**
   * Lowers the reserve. Limits of our model table are not used: most exceed the reserve, and some are too
   * low.
   */
  outputLimit?: number | undefined;
}

export const RESERVE_SOURCES = ['maxOutputTokens', 'outputLimit', 'default'] as const;
export type ReserveSource = (typeof RESERVE_SOURCES)[number];

export interface Window {
  window: number;
  reserve: number;
  reserveFrom: ReserveSource;
  warnings: string[];
}

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
      `A maximum of ${asked} output tokens leaves no room for the request in the window of ${published}: ${usual} are reserved for the answer instead`,
    );
  const { maxInputTokens = Infinity } = override === undefined ? input.model : {};
  if (maxInputTokens + reserve >= published) return { window: published, reserve, reserveFrom, warnings };
  warnings.push(
    `The model accepts at most ${maxInputTokens} input tokens: of its window of ${published}, only these and the reserve are used`,
  );
  return { window: maxInputTokens + reserve, reserve, reserveFrom, warnings };
}

function positiveWhole(name: string, value: unknown, warnings: string[]): number | undefined {
  if (value == null) return undefined;
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
