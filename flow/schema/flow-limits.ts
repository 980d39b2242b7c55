/** Higher than any flow that people draw. */
export const FLOW_LIMITS = {
  /** After each node, the Workflow checks all remaining nodes. */
  nodes: 500,
  edges: 2_000,
  /** A long document fits. */
  textCharacters: 100_000,
  /** Parts of Workflow IDs. */
  nameCharacters: 64,
  modelCharacters: 200,
  fallbackModels: 8,
  /** Each model call adds about a dozen events to the Event History. */
  steps: 200,
  /** Each item has running Activities. */
  parallel: 100,
  seconds: 31_536_000,
  /** Models choose badly among more. */
  categories: 50,
  /** Each item may try every rule. */
  rules: 200,
  /** Every call includes the tools' descriptions. */
  tools: 200,
  headers: 32,
  /** OpenAI accepts 4, other providers more. */
  stopSequences: 16,
} as const;

export const MAX_DEPTH = 3;
