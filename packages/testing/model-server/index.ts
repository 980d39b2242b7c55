export { validateMessagesRequest } from './anthropic/validate-messages-request.js';
export { answer } from './replies/answer.js';
export type { ErrorFacts } from './replies/error-facts.js';
export type { ModelServerFailure } from './replies/failure.js';
export { fault } from './replies/fault.js';
export { gated } from './replies/gated.js';
export type { JsonObject } from './http/json.js';
export { lastToolResults, type ToolResultText } from './request/last-tool-results.js';
export { countRequest, type CountText } from './personalities/count-request.js';
export type { AnswerStyle, Personality, RequestRule } from './personalities/personality.js';
export {
  PERSONALITIES,
  type PersonalityChoice,
  type PersonalityName,
} from './personalities/personalities.js';
export type { ModelRequest } from './request/model-request.js';
export { offeredTools } from './request/offered-tools.js';
export { validateRequest } from './openai/validate-request.js';
export type {
  DynamicReply,
  ErrorReply,
  ErrorStatus,
  FinishReason,
  GatedReply,
  Reply,
  ScriptedToolCall,
  StreamFaultReply,
  TextReply,
  ToolCallsReply,
  TransportFaultReply,
} from './replies/reply.js';
export type { Script } from './replies/script.js';
export { startModelServer, type ModelServer, type ModelServerOptions } from './start-model-server.js';
export { text, type TextOptions } from './replies/text.js';
export { toolCalls, type ToolCallInput, type ToolCallsOptions } from './replies/tool-calls.js';
export type { ReplyUsage } from './replies/usage.js';
