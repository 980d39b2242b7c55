/** Higher than in any flow that people draw. */
export const FLOW_LIMITS = {
  /** Limited, because after each node the Workflow checks all remaining ones. */
  nodes: 500,
  edges: 2_000,
  /** Enough for a long document. */
  textCharacters: 100_000,
  /** Limited, because names are parts of Workflow IDs. */
  nameCharacters: 64,
  modelCharacters: 200,
  fallbackModels: 8,
  /** Limited, because each model call adds about a dozen events to the Event History. */
  steps: 200,
  /** Limited, because each item has running Activities. */
  parallel: 100,
  seconds: 31_536_000,
  /** Limited, because models choose badly among more. */
  categories: 50,
  /** Limited, because each item may try every rule. */
  rules: 200,
  /** Limited, because every call includes the tools' descriptions. */
  tools: 200,
  headers: 32,
  /** OpenAI accepts 4, other providers more. */
  stopSequences: 16,
} as const;

export const MAX_DEPTH = 3;
