/** Threadline: durable LLM chats and agent workflows with a managed context, on Temporal. */
export { connect, type ConnectOptions } from './client/connect.js';
export type { Threadline, UploadDetails } from './client/threadline.js';
export type {
  Answer,
  ConversationHandle,
  Message,
  MessageInput,
  SendOptions,
} from './client/conversation/handle.js';
export type {
  HistoryPage,
  FoundMessage,
  HistoryAttachment,
  HistoryMessage,
  JoinedAt,
  QueuedMessage,
} from './views/conversation.js';
export type { Part } from './client/uploads/send-parts.js';
export type { Download } from './client/uploads/download-file.js';
export type { FileContent } from './client/uploads/upload-file.js';
export type { Upload } from './views/upload.js';
export type {
  DeletedThread,
  MergedThreads,
  FlatThreadMessage,
  AnchorView,
  ThreadNode,
} from './views/thread.js';
export type { MergeOptions } from './client/threads/merge-threads.js';
export type { OpenThread } from './client/threads/open-thread.js';
export type { CallExplanation, CallPlan } from './views/call.js';
export type { DraftTry, FlowVersions } from './client/flows/flow-versions.js';
export type { Memories } from './client/memories/memories.js';
export type { FlowCheck, TriedDraft } from './views/flow.js';
export type {
  AgentQueuesView,
  AnsweredExecution,
  ExecutionTree,
  ExecutionView,
  QueuedStep,
} from './views/execution.js';
export type { Executions, StartedRun, StartExecution } from './client/executions/executions.js';
export type { TrajectoryOptions } from './client/explain/read-trajectory.js';
export type { AgentTrajectory, RoundFacts, Trajectory } from './views/trajectory.js';
export type { TurnEvent } from './client/stream/turn-events.js';
export { ThreadlineError } from './client/threadline-error.js';
export type { Explanation } from './context/explain/explanation.js';
export { defineConfig, type ProjectConfig } from './define-config.js';
export type { EncryptionOptions } from './temporal/encryption/read-key-ring.js';
export type { Budget } from './protocol/budget.js';
export { defineFlow } from './flow/builder/define-flow.js';
export * from './flow/kinds/node-kinds.js';
export type { FlowDefinition, FlowEdge } from './flow/definition.js';
export type { FlowNode } from './flow/kinds/flow-node.js';
export * from './flow/kinds/node-kinds.js';
export type { PlanSettings } from './flow/plan-settings.js';
export { flowJsonSchema } from './flow/flow-json-schema.js';
export type { FlowProblem } from './flow/validation/flow-problem.js';
export { validateFlow, type FlowValidation } from './flow/validation/validate-flow.js';
export type { ExecutionStatus } from './flow/execution/execution-status.js';
export type { McpEndpoint, McpProcess, McpServer, McpServers } from './extend/mcp/mcp-servers.js';
export type { ReportedFacts as ModelFacts } from './models/reported-facts.js';
export type { EndpointSource, ModelFactory, ModelSource } from './models/sources/model-source.js';
export { defineNode, type NodeContext, type NodeDefinition } from './extend/nodes/define-node.js';
export type { AllowedWorkflow, AllowedWorkflows } from './extend/nodes/allowed-workflow.js';
export type { ConversationChange } from './views/event.js';
export type { ModelCallView } from './views/call.js';
export {
  definePageTool,
  defineTool,
  type ApprovalContext,
  type ApproveOptions,
  type ToolContext,
  type ToolDefinition,
  type ToolLogger,
} from './extend/tools/define-tool.js';

export type { Approvers } from './protocol/approvers.js';
export { TemporaryError } from './extend/tools/temporary-error.js';
export type { ToolLimits, ToolRetry } from './extend/tools/tool-limits.js';
export type { NewToolArtifact, ToolArtifact, ToolArtifacts } from './extend/tools/tool-artifacts.js';
export type { ToolContentPart, ToolContentResult } from './extend/tools/tool-content.js';
export type { Touched } from './trajectory/touched/touched-thing.js';
export type { AddedNode, AddOptions, TrajectoryContext } from './trajectory/writes/trajectory-context.js';
export { createInstances, type Instances } from './trajectory/graph/instances.js';
export { joinRounds, type JoinedTrajectory } from './trajectory/rounds/join-rounds.js';
export { prune } from './trajectory/graph/prune.js';
export { TrajectoryGraph } from './trajectory/graph/trajectory-graph.js';
export type { TrajectoryEdge, TrajectoryNode, TrajectoryOwner } from './trajectory/graph/trajectory-node.js';
export type { RoundSnapshot, TrajectoryView } from './trajectory/graph/trajectory-view.js';
export type { ThreadAnchor } from './protocol/thread-anchor.js';
export type { ConversationKey } from './protocol/ids.js';
export type { WhileRunning } from './protocol/while-running.js';
export type {
  AnswerInput,
  AnswerResult,
  PendingAnswer,
  ToolCallOutput,
  CancelTurnResult,
  ConversationStatus,
  PushStepInput,
  PushStepResult,
  TurnReceipt,
} from './protocol/messages.js';
export type { ApprovalFilter } from './store/nodes/list-approvals.js';
export type { Approval, ApprovalPage, OpenApproval } from './views/approval.js';
