export type FieldUse =
  { use: 'read' } | { use: 'ignored'; because: string } | { use: 'refused'; because: string };

export type FieldTable = Readonly<Record<string, FieldUse>>;

const READ: FieldUse = { use: 'read' };
const BY_FLOW: FieldUse = { use: 'ignored', because: 'set in the flow' };
const BY_WORKERS: FieldUse = {
  use: 'ignored',
  because: 'set by the workers',
};
const WHO: FieldUse = { use: 'ignored', because: 'the key identifies the caller' };
const NO_MODERATION: FieldUse = {
  use: 'refused',
  because: 'moderation results are not stored',
};
const NOT_KEPT: FieldUse = {
  use: 'ignored',
  because: 'a chat completion cannot be read again; the response has a warning',
};
const ONE_ANSWER: FieldUse = { use: 'refused', because: 'a flow returns one answer' };
const NO_AUDIO: FieldUse = { use: 'refused', because: 'answers are text only' };
const NO_PROBABILITIES: FieldUse = { use: 'refused', because: 'log probabilities are not stored' };
const NO_FUNCTIONS: FieldUse = { use: 'refused', because: "use 'tools' and 'tool_choice'" };
const NO_SEARCH: FieldUse = {
  use: 'refused',
  because: "give the flow's agent a search tool",
};
const NO_CALL_LIMIT: FieldUse = { use: 'refused', because: 'the flow limits the steps of its agent' };

export const CHAT_FIELDS = {
  model: READ,
  messages: READ,
  stream: READ,
  stream_options: READ,
  conversation: READ,
  n: ONE_ANSWER,
  audio: NO_AUDIO,
  modalities: NO_AUDIO,
  logprobs: NO_PROBABILITIES,
  top_logprobs: NO_PROBABILITIES,
  tools: READ,
  tool_choice: READ,
  functions: NO_FUNCTIONS,
  function_call: NO_FUNCTIONS,
  web_search_options: NO_SEARCH,
  moderation: NO_MODERATION,
  response_format: READ,
  temperature: BY_FLOW,
  top_p: BY_FLOW,
  top_k: BY_FLOW,
  frequency_penalty: BY_FLOW,
  presence_penalty: BY_FLOW,
  logit_bias: BY_FLOW,
  seed: BY_FLOW,
  stop: BY_FLOW,
  max_tokens: BY_FLOW,
  max_completion_tokens: BY_FLOW,
  reasoning_effort: BY_FLOW,
  verbosity: BY_FLOW,
  parallel_tool_calls: BY_FLOW,
  prediction: BY_WORKERS,
  prompt_cache_key: BY_WORKERS,
  prompt_cache_options: BY_WORKERS,
  prompt_cache_retention: BY_WORKERS,
  service_tier: BY_WORKERS,
  store: { use: 'ignored', because: 'messages are always stored' },
  metadata: NOT_KEPT,
  user: WHO,
  safety_identifier: WHO,
} as const satisfies FieldTable;

const NO_PROMPTS: FieldUse = { use: 'refused', because: 'prompts are part of the flow' };

export const RESPONSE_FIELDS = {
  model: READ,
  input: READ,
  instructions: READ,
  previous_response_id: READ,
  conversation: READ,
  background: READ,
  store: READ,
  stream: READ,
  text: READ,
  tools: READ,
  tool_choice: READ,
  max_tool_calls: NO_CALL_LIMIT,
  top_logprobs: NO_PROBABILITIES,
  prompt: NO_PROMPTS,
  moderation: NO_MODERATION,
  context_management: BY_FLOW,
  temperature: BY_FLOW,
  top_p: BY_FLOW,
  max_output_tokens: BY_FLOW,
  reasoning: BY_FLOW,
  parallel_tool_calls: BY_FLOW,
  truncation: BY_FLOW,
  prompt_cache_key: BY_WORKERS,
  prompt_cache_options: BY_WORKERS,
  prompt_cache_retention: BY_WORKERS,
  service_tier: BY_WORKERS,
  stream_options: { use: 'ignored', because: 'pieces are not padded' },
  include: { use: 'ignored', because: 'no further details are available' },
  metadata: READ,
  user: WHO,
  safety_identifier: WHO,
} as const satisfies FieldTable;

export const CONVERSATION_FIELDS = {
  metadata: READ,
  items: READ,
} as const satisfies FieldTable;
