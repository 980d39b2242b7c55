/** The published facts of the models whose names begin alike. Windows and outputs in tokens. */
export interface ModelFacts {
  /** Beginning of the model's name, lower case, without the provider. */
  readonly prefix: string;
  readonly contextWindow: number;
  /** The most input a request may have, where that is published as less than the window. */
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
  /**
   * USD per million tokens: decimal strings with at most six decimals, so that costs are exact; where prices are
   * tiered, the first tier.
   */
  readonly price?: { readonly input: string; readonly output: string };
  /** False: the model takes texts alone; default true. */
  readonly takesPictures?: boolean;
  /** False: the model cannot call tools; default true. */
  readonly takesTools?: boolean;
  /** False: the provider rejects a request that ends with an assistant message; default true. */
  readonly takesPrefill?: boolean;
}

/** Marks models that take texts alone. */
export function withoutPictures(models: readonly ModelFacts[]): ModelFacts[] {
  return models.map((facts) => ({ ...facts, takesPictures: false }));
}

/** Marks models whose provider rejects a request that ends with an assistant message. */
export function withoutPrefill(models: readonly ModelFacts[]): ModelFacts[] {
  return models.map((facts) => ({ ...facts, takesPrefill: false }));
}

/** One line of a provider's table. */
export type ModelFactsRow = readonly [
  prefix: string,
  contextWindow: number,
  maxOutputTokens?: number,
  inputPrice?: string,
  outputPrice?: string,
  maxInputTokens?: number,
];

/** Reads the lines of a provider's table. */
export function toModelFacts(rows: readonly ModelFactsRow[]): ModelFacts[] {
  return rows.map(([prefix, contextWindow, maxOutputTokens, input, output, maxInputTokens]) => ({
    prefix,
    contextWindow,
    maxInputTokens,
    maxOutputTokens,
    price: input === undefined || output === undefined ? undefined : { input, output },
  }));
}
