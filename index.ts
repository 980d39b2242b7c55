/** Threadline: durable LLM chats and agent workflows with a managed context, on Temporal. */
export { connect, type ConnectOptions, type Threadline } from './client/connect.js';
export type { ConversationHandle, HistoryPage, Message } from './client/conversation-handle.js';
export type { CallExplanation } from './client/explain-calls.js';
export type { Executions, ExecutionTree, StartExecution } from './client/executions.js';
export type { TurnEvent } from './client/stream-events.js';
export { ThreadlineError } from './client/threadline-error.js';
export type { Explanation } from './context/explain/explanation.js';
export { defineConfig, type ProjectConfig } from './define-config.js';
export type {
  AgentConfig,
  AgentNode,
  ChatNode,
  FlowDefinition,
  FlowEdge,
  FlowNode,
} from './flow/definition.js';
export { defineTool, type ToolContext, type ToolDefinition } from './tools/define-tool.js';
