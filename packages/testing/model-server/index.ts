export { validateMessagesRequest } from './anthropic/validate-messages-request.js';
export type { JsonObject } from './http/json.js';
export {
  lastToolResults,
  offeredTools,
  type ErrorFacts,
  type ModelRequest,
  type ToolResultText,
} from './http/model-request.js';
export { validateRequest } from './openai/validate-request.js';
export { countRequest, type CountText } from './personalities/count-request.js';
export {
  PERSONALITIES,
  type PersonalityChoice,
  type PersonalityName,
} from './personalities/personalities.js';
export type { AnswerStyle, Personality, RequestRule } from './personalities/personality.js';
export {
  answer,
  fault,
  gated,
  text,
  toolCalls,
  type TextOptions,
  type ToolCallsOptions,
} from './replies/create-replies.js';
export type {
  AnswerOptions,
  AnswerReply,
  DynamicReply,
  ErrorReply,
  ErrorStatus,
  FinishReason,
  GatedReply,
  Reply,
  ReplyUsage,
  ToolCallInput,
  TransportFault,
} from './http/reply.js';
export type { ModelServerFailure, Script } from './replies/script.js';
export { startModelServer, type ModelServer, type ModelServerOptions } from './start-model-server.js';
