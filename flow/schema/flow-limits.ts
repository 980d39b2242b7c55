/** More than people draw. */
export const FLOW_LIMITS = {
  /** After every node a Workflow checks all remaining ones. */
  nodes: 500,
  edges: 2_000,
  /** Fits a long document. */
  textCharacters: 100_000,
  /** Ids and slugs become parts of Workflow IDs. */
  nameCharacters: 64,
  modelCharacters: 200,
  fallbackModels: 8,
  /** Each model call adds a dozen history events. */
  steps: 200,
  /** Each item has running Activities. */
  parallel: 100,
  seconds: 31_536_000,
  /** Models choose badly among more. */
  categories: 50,
  /** All may be tried for every item. */
  rules: 200,
  /** Every call includes their descriptions. */
  tools: 200,
  headers: 32,
  /** OpenAI accepts 4, others more. */
  stopSequences: 16,
} as const;

export const MAX_DEPTH = 3;
