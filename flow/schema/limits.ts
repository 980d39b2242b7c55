/** Limits on a flow: more than people draw, and small enough to check and walk synchronously. */
export const FLOW_LIMITS = {
  /** A larger diagram cannot be read, and after every node a Workflow checks all remaining ones. */
  nodes: 500,
  edges: 2_000,
  /** Per text: enough for a prompt with a long document, far below Temporal's message limit. */
  textCharacters: 100_000,
  /** Ids and slugs become parts of Workflow IDs. */
  nameCharacters: 64,
  /** For a full id, `provider:model`. */
  modelCharacters: 200,
  fallbackModels: 8,
  /** Model calls of one agent run: each is a dozen events in the Workflow's history. */
  steps: 200,
  /** Items of a loop at once: each has running Activities. */
  parallel: 100,
  seconds: 31_536_000,
  /** Models choose badly among more. */
  categories: 50,
  /** Rules of a switch and conditions of a filter: all may be tried for every item. */
  rules: 200,
  /** Tools of an agent: every call includes their descriptions. */
  tools: 200,
  headers: 32,
  /** OpenAI accepts 4, others more. */
  stopSequences: 16,
} as const;

/** Levels of sub-executions below an execution. */
export const MAX_DEPTH = 3;
