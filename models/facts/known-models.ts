/** What is published about a model. Windows and outputs in tokens, prices in USD per million tokens. */
export interface ModelFacts {
  /** Beginning of the model's name, lower case, without the provider. */
  readonly prefix: string;
  readonly contextWindow: number;
  /** The most input a request may have, where that is published as less than the window. */
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
  /** Decimal strings with at most six decimals, so that costs are exact; where prices are tiered, the first tier. */
  readonly price?: { readonly input: string; readonly output: string };
  /** Provider's tokens per token of our count; 1 unless measured otherwise. */
  readonly tokenFactor?: number;
}

type Row = readonly [
  prefix: string,
  contextWindow: number,
  maxOutputTokens?: number,
  input?: string,
  output?: string,
  maxInputTokens?: number,
];

const GEMINI_WINDOW = 1_048_576;

/**
 * The longest prefix of a name wins. All Claude models up to 4.8 are listed with 200,000 tokens, which every account
 * has; a node that has more sets its own window.
 */
const ROWS: readonly Row[] = [
  ['gpt-3.5-turbo', 16_384, 4_096, '0.5', '1.5'],
  ['gpt-4', 8_192, 8_192, '30', '60'],
  ['gpt-4-32k', 32_768, 32_768, '60', '120'],
  ['gpt-4-1106', 128_000, 4_096, '10', '30'],
  ['gpt-4-0125', 128_000, 4_096, '10', '30'],
  ['gpt-4-turbo', 128_000, 4_096, '10', '30'],
  ['gpt-4o', 128_000, 16_384, '2.5', '10'],
  ['gpt-4o-2024-05-13', 128_000, 4_096, '5', '15'],
  ['gpt-4o-mini', 128_000, 16_384, '0.15', '0.6'],
  ['gpt-4.1', 1_047_576, 32_768, '2', '8'],
  ['gpt-4.1-mini', 1_047_576, 32_768, '0.4', '1.6'],
  ['gpt-4.1-nano', 1_047_576, 32_768, '0.1', '0.4'],
  ['gpt-5', 400_000, 128_000, '1.25', '10', 272_000],
  ['gpt-5-chat', 128_000, 16_384, '1.25', '10'],
  ['gpt-5-mini', 400_000, 128_000, '0.25', '2', 272_000],
  ['gpt-5-nano', 400_000, 128_000, '0.05', '0.4', 272_000],
  ['gpt-5-pro', 400_000, 272_000, '15', '120', 272_000],
  ['gpt-5.1-chat', 128_000, 16_384, '1.25', '10'],
  ['gpt-5.2', 400_000, 128_000, '1.75', '14', 272_000],
  ['gpt-5.2-chat', 128_000, 16_384, '1.75', '14'],
  ['gpt-5.3-codex', 400_000, 128_000, '1.75', '14', 272_000],
  ['gpt-5.4', 1_050_000, 128_000, '2.5', '15', 922_000],
  ['gpt-5.4-mini', 400_000, 128_000, '0.75', '4.5', 272_000],
  ['gpt-5.4-nano', 400_000, 128_000, '0.2', '1.25', 272_000],
  ['gpt-5.5', 1_050_000, 128_000, '5', '30', 922_000],
  ['gpt-5.6', 1_050_000, 128_000, '4', '20', 922_000],
  ['gpt-5.6-terra', 1_050_000, 128_000, '2', '12', 922_000],
  ['gpt-5.6-luna', 400_000, 128_000, '0.2', '1.2', 272_000],
  ['gpt-6-astra', 1_050_000, 128_000, '10', '50', 922_000],
  ['gpt-6-sol', 1_050_000, 128_000, '2', '10', 922_000],
  ['gpt-6-luna', 1_050_000, 128_000, '0.1', '0.5', 922_000],
  ['gpt-oss', 131_072, 131_072],
  ['o1', 200_000, 100_000, '15', '60'],
  ['o1-mini', 128_000, 65_536, '3', '12'],
  ['o1-preview', 200_000, 32_768, '15', '60'],
  ['o1-pro', 200_000, 100_000, '150', '600'],
  ['o3', 200_000, 100_000, '2', '8'],
  ['o3-mini', 200_000, 100_000, '1.1', '4.4'],
  ['o3-pro', 200_000, 100_000, '20', '80'],
  ['o4-mini', 200_000, 100_000, '1.1', '4.4'],
  ['claude', 200_000],
  ['claude-3-haiku', 200_000, 4_096, '0.25', '1.25'],
  ['claude-3-opus', 200_000, 4_096, '15', '75'],
  ['claude-3-5-haiku', 200_000, 8_192, '0.8', '4'],
  ['claude-3-5-sonnet', 200_000, 8_192, '3', '15'],
  ['claude-3-7-sonnet', 200_000, 64_000, '3', '15'],
  ['claude-sonnet-4', 200_000, 64_000, '3', '15'],
  ['claude-sonnet-4-6', 200_000, 128_000, '3', '15'],
  ['claude-opus-4', 200_000, 32_000, '15', '75'],
  ['claude-opus-4-5', 200_000, 64_000, '5', '25'],
  ['claude-opus-4-6', 200_000, 128_000, '5', '25'],
  ['claude-opus-4-7', 200_000, 128_000, '5', '25'],
  ['claude-opus-4-8', 200_000, 128_000, '5', '25'],
  ['claude-haiku-4-5', 200_000, 64_000, '1', '5'],
  ['claude-sonnet-5', 1_000_000, 128_000, '2', '10'],
  ['claude-opus-5', 1_000_000, 128_000, '5', '25'],
  ['claude-opus-5-5', 1_000_000, 128_000, '4', '20'],
  ['claude-haiku-5-5', 1_000_000, 128_000, '0.1', '0.5'],
  ['claude-fable-5', 1_000_000, 128_000, '10', '50'],
  ['claude-fable-5-2', 1_000_000, 128_000, '8', '40'],
  ['gemini-1.5-pro', 2_097_152, 8_192, '1.25', '5'],
  ['gemini-1.5-flash', GEMINI_WINDOW, 8_192, '0.075', '0.3'],
  ['gemini-2.0-flash', GEMINI_WINDOW, 8_192, '0.1', '0.4'],
  ['gemini-2.0-flash-lite', GEMINI_WINDOW, 8_192, '0.075', '0.3'],
  ['gemini-2.5-pro', GEMINI_WINDOW, 65_536, '1.25', '10'],
  ['gemini-2.5-flash', GEMINI_WINDOW, 65_536, '0.3', '2.5'],
  ['gemini-2.5-flash-lite', GEMINI_WINDOW, 65_536, '0.1', '0.4'],
  ['gemini-3-pro', GEMINI_WINDOW, 65_536, '2', '12'],
  ['gemini-3-flash', GEMINI_WINDOW, 65_536, '0.5', '3'],
  ['gemini-3.1-pro', GEMINI_WINDOW, 65_536, '2', '12'],
  ['gemini-3.1-flash-lite', GEMINI_WINDOW, 65_536, '0.25', '1.5'],
];

/** The models whose facts are known. Everything a user's model lacks here has a default or a setting of the node. */
export const KNOWN_MODELS: readonly ModelFacts[] = ROWS.map(
  ([prefix, contextWindow, maxOutputTokens, input, output, maxInputTokens]) => ({
    prefix,
    contextWindow,
    ...(maxInputTokens === undefined ? {} : { maxInputTokens }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(input === undefined || output === undefined ? {} : { price: { input, output } }),
  }),
);
