export interface ModelFacts {
  readonly prefix: string;
  readonly contextWindow: number;
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
  /** USD per million tokens in the cheapest tier. */
  readonly price?: { readonly input: string; readonly output: string };
  readonly takesPictures?: boolean;
  readonly takesTools?: boolean;
  /** False if an assistant message must not be last. */
  readonly takesPrefill?: boolean;
}

export function withoutPictures(models: readonly ModelFacts[]): ModelFacts[] {
  return models.map((facts) => ({ ...facts, takesPictures: false }));
}

export function withoutPrefill(models: readonly ModelFacts[]): ModelFacts[] {
  return models.map((facts) => ({ ...facts, takesPrefill: false }));
}

export type ModelFactsRow = readonly [
  prefix: string,
  contextWindow: number,
  maxOutputTokens?: number,
  inputPrice?: string,
  outputPrice?: string,
  maxInputTokens?: number,
];

export function toModelFacts(rows: readonly ModelFactsRow[]): ModelFacts[] {
  return rows.map(([prefix, contextWindow, maxOutputTokens, input, output, maxInputTokens]) => ({
    prefix,
    contextWindow,
    maxInputTokens,
    maxOutputTokens,
    price: input === undefined || output === undefined ? undefined : { input, output },
  }));
}
