import type { EncryptionOptions } from './temporal/encryption/read-key-ring.js';
import type { McpServers } from './extend/mcp/mcp-servers.js';
import type { FlowDefinition } from './flow/definition.js';
import type { GatewaySettings } from './packages/gateway/gateway-settings.js';
import type { AllowedWorkflows } from './extend/nodes/allowed-workflow.js';
import type { NodeDefinition } from './extend/nodes/define-node.js';
import type { ApprovalWebhook } from './protocol/approval-webhook.js';
import type { ProvidersConfig } from './protocol/provider-limits.js';
import type { RetentionRules } from './protocol/retention.js';
import type { UserLimits } from './protocol/user-limits.js';
import type { ModelSource } from './models/sources/model-source.js';
import type { TemporalOptions } from './temporal/team-options.js';
import type { WorkerDeployment } from './temporal/worker-deployment.js';
import type { ToolDefinition } from './extend/tools/define-tool.js';

export interface ProjectConfig {
  /** From `defineFlow`. */
  flows: readonly FlowDefinition[];
  /** From `defineTool`, besides the built-in ones. */
  tools?: readonly ToolDefinition[];
  /**
   * By name, `{ files: { command: 'npx', args: [...] }, web: { url: 'https://…' } }`. Agents use tool names
   * or patterns: `files__read_file`, `files__*`.
   */
  mcp?: McpServers;
  /** From `defineNode`. */
  nodes?: readonly NodeDefinition[];
  /**
   * Your types for `workflow` nodes, `{ fulfillOrder: { taskQueues: ['orders'], flows: ['support'], input:
   * z.object({ order: z.string() }) } }`. Default: none.
   */
  workflows?: AllowedWorkflows;
  /**
   * For model ids `name:model`: a provider of the AI SDK (`{ mistral: createMistral() }`), an
   * OpenAI-compatible endpoint (`{ local: { baseUrl, apiKey, models: { qwen: { window: 32_768 } } } }`), or a
   * function. `{ provider, models }` adds facts about its models; without `provider`, about a built-in
   * provider's.
   */
  models?: Readonly<Record<string, ModelSource>>;
  /**
   * Your accounts' limits, shared by all workers: `{ openai: { requestsPerMinute: 500, tokensPerMinute:
   * 200_000, taskQueue: 'openai' } }`. `taskQueue` is for the provider's calls. Default: no limits.
   */
  providers?: ProvidersConfig;
  /** Finds passages by meaning: `openai:<model>` or `local`; default `EMBEDDING_MODEL`, else none. */
  embeddingModel?: string;
  /** Receives each round's trajectories and messages; default `TRAJECTORY_FOLDER`, else none. */
  trajectoryFolder?: string;
  /**
   * Encrypts all payloads in Temporal; clients need the same keys. `THREADLINE_KEYS_FILE` or
   * `THREADLINE_KEYS_COMMAND` take precedence. Default: no encryption.
   */
  encryption?: EncryptionOptions;
  /**
   * Days to keep chats, artifacts and traces, by flow slug, `*` for all others: `{ '*': { chatDays: 365 },
   * assistant: { chatDays: 90, traceDays: 30 } }`. Default: everything is kept.
   */
  retention?: RetentionRules;
  /**
   * One user's work and files, `{ perUser: { turns: 100, executions: 20, sandboxSeconds: 10 } }`; null: no
   * limit. Rejects work with `User.LimitReached`, files with `User.StorageFull`. Default: 1,000 turns, 1,000
   * executions, 60 seconds, 1 GB of files.
   */
  limits?: { perUser?: Partial<UserLimits> };
  /**
   * For `threadline serve`: `{ host, port, authenticate, origins }`. Default: only on this machine, with one
   * key.
   */
  gateway?: GatewaySettings;
  /**
   * For Temporal's Worker Versioning: `{ name: 'support', buildId: process.env.GIT_SHA }`.
   * `TEMPORAL_DEPLOYMENT_NAME` and `TEMPORAL_WORKER_BUILD_ID` take precedence. Default: unversioned.
   */
  deployment?: WorkerDeployment;
  /**
   * Options of Temporal's Worker and Client, with the same codecs: `{ worker: { interceptors, sinks,
   * dataConverter, tuner, identity }, client: { … } }`. With Workflow interceptors or a payload converter,
   * the worker bundles its Workflows when it starts.
   */
  temporal?: TemporalOptions;
  /**
   * Roles that may answer approvals by `staff`; default `['staff']`. `authenticate`, keys and JWT claims
   * assign roles.
   */
  approvers?: readonly string[];
  /** Gets a POST for each new approval, at least once, signed if it has a `secret`. Default: none. */
  approvalWebhook?: ApprovalWebhook;
  /** Days to keep audit entries, 30 or more; default 400. */
  auditDays?: number;
  /** False also exports tool calls without results, and results without calls. Default true. */
  cleanArchive?: boolean;
}

/** Types a project's `threadline.config.ts`. */
export function defineConfig(config: ProjectConfig): ProjectConfig {
  return config;
}
