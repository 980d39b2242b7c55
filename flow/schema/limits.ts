/** How large a flow may be: enough for what people draw, little enough to be checked and walked at once. */
export const FLOW_LIMITS = {
  /** A picture of more cannot be read, and every finished node makes a Workflow look at all that are left. */
  nodes: 500,
  edges: 2_000,
  /** Of one text: a prompt of a long document, far below what a message to Temporal may hold. */
  textCharacters: 100_000,
  /** Of an id or a slug: they become parts of Workflow IDs. */
  nameCharacters: 64,
  /** Of a model id: `provider:model`. */
  modelCharacters: 200,
  /** Models of one node, one asked after the other. */
  fallbackModels: 8,
  /** Model calls of one agent run: each is a dozen events in the Workflow's history. */
  steps: 200,
  /** Items of a loop at once: each has running activities. */
  parallel: 100,
  /** A year: what waits longer waits for something else. */
  seconds: 31_536_000,
  /** A model chooses badly among more. */
  categories: 50,
  /** Rules of a switch and conditions of a filter: all may be tried for every item. */
  rules: 200,
  /** Tools of an agent: their descriptions are sent with every call. */
  tools: 200,
  /** Headers of a model call. */
  headers: 32,
  /** Texts that end an answer; OpenAI takes 4, others more. */
  stopSequences: 16,
} as const;

/** Levels of sub-executions below an execution. */
export const MAX_DEPTH = 3;
