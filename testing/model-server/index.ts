export { validateMessagesRequest } from './anthropic/validate-messages-request.js';
export { answer } from './answer.js';
export type { ErrorFacts } from './error-facts.js';
export type { ModelServerFailure } from './failure.js';
export { fault } from './fault.js';
export { gated } from './gated.js';
export type { JsonObject } from './json.js';
export { lastToolResults, type ToolResultText } from './last-tool-results.js';
export type { ModelRequest } from './model-request.js';
export { offeredTools } from './offered-tools.js';
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
} from './reply.js';
export type { Script } from './script.js';
export { startModelServer, type ModelServer, type ModelServerOptions } from './start-model-server.js';
export { text, type TextOptions } from './text.js';
export { toolCalls, type ToolCallInput, type ToolCallsOptions } from './tool-calls.js';
export type { Usage } from './usage.js';
