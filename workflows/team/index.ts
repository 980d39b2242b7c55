/** For your own Workflows, to start executions and send messages. Safe to import in Workflow code. */
export { runExecution, startExecution, type TeamExecution } from './start-execution.js';
export { sendMessage, type MessageReceipt, type TeamMessage } from './send-message.js';
export type { Starter } from '../../protocol/starter.js';
export type { ExecutionResult } from '../../protocol/messages.js';
