import type { EncryptionOptions } from './temporal/encryption/read-key-ring.js';
import type { McpServers } from './extend/mcp/mcp-servers.js';
import type { FlowDefinition } from './flow/definition.js';
import type { GatewaySettings } from './packages/gateway/gateway-settings.js';
import type { NodeDefinition } from './extend/nodes/define-node.js';
import type { ApprovalWebhook } from './protocol/approval-webhook.js';
import type { RetentionRules } from './protocol/retention.js';
import type { UserLimits } from './protocol/user-limits.js';
import type { ModelSource } from './models/sources/model-source.js';
import type { WorkerDeployment } from './temporal/worker-deployment.js';
import type { ToolDefinition } from './extend/tools/define-tool.js';

/** A project: its flows, its tools, its own kinds of nodes and model providers. */
export interface ProjectConfig {
  /** The flows that people talk to and programs start, made with `defineFlow`. */
  flows: readonly FlowDefinition[];
  /** The tools that agents may call, made with `defineTool`, beside the built-in ones. */
  tools?: readonly ToolDefinition[];
  /**
   * Servers of the Model Context Protocol by name, `{ files: { command: 'npx', args: [...] }, web: { url: 'https://…' } }`. An
   * agent names their tools, or a pattern of them: `files__read_file`, `files__*`.
   */
  mcp?: McpServers;
  /** Own kinds of nodes, made with `defineNode`. */
  nodes?: readonly NodeDefinition[];
  /**
   * Own providers by name, for model ids `name:model`: one of the AI SDK (`{ mistral: createMistral() }`), an endpoint with
   * OpenAI's interface (`{ local: { baseUrl, apiKey, models: { qwen: { window: 32_768 } } } }`), or a function. With
   * `{ provider, models }` it is also said what is known of its models; without `provider` of those of a built-in one.
   */
  models?: Readonly<Record<string, ModelSource>>;
  /** Id of the model that finds passages by what they mean, `openai:<model>` or `local`; default `EMBEDDING_MODEL`, or none. */
  embeddingModel?: string;
  /** Folder that every round's trajectory and messages are exported to; default `TRAJECTORY_FOLDER`, or none. */
  trajectoryFolder?: string;
  /**
   * Encrypts all payloads in Temporal with keys of a file or a command. Clients need the same; default:
   * `THREADLINE_KEYS_FILE` or `THREADLINE_KEYS_COMMAND`, which win over this, else nothing is encrypted.
   */
  encryption?: EncryptionOptions;
  /**
   * How many days chats, artifacts and traces are kept, by the slug of a flow, `*` for all others:
   * `{ '*': { chatDays: 365 }, assistant: { chatDays: 90, traceDays: 30 } }`. Default: everything is kept for ever.
   */
  retention?: RetentionRules;
  /**
   * The limits on the work and files that one user may have at once, `{ perUser: { turns: 100, executions: 20, sandboxSeconds: 10 } }`; null: any
   * number. More work is rejected with `User.LimitReached`, more files with `User.StorageFull`. Default: 1,000 turns, 1,000 executions,
   * 60 seconds, 1 GB of files.
   */
  limits?: { perUser?: Partial<UserLimits> };
  /**
   * How `threadline serve` answers programs and browsers, and whom: `{ host, port, authenticate, origins }`. Default: on this
   * machine alone, with one key.
   */
  gateway?: GatewaySettings;
  /**
   * The build that `threadline worker` polls as, for Temporal's Worker Versioning: `{ name: 'support', buildId: process.env.GIT_SHA }`.
   * Default: `TEMPORAL_DEPLOYMENT_NAME` and `TEMPORAL_WORKER_BUILD_ID`, which win over this, else unversioned.
   */
  deployment?: WorkerDeployment;
  /** Roles whose callers may answer approvals by `staff`; default `['staff']`. `authenticate`, keys and JWT claims give callers their roles. */
  approvers?: readonly string[];
  /** A URL that gets a POST for each new approval, at least once; with `secret` the requests are signed. Default: none. */
  approvalWebhook?: ApprovalWebhook;
  /** Days that entries of the audit log are kept, 30 or more; default 400. */
  auditDays?: number;
  /** False exports also tool calls without results and results without calls. Default true. */
  cleanArchive?: boolean;
}

/** Types a project's `threadline.config.ts`; returns its argument. */
export function defineConfig(config: ProjectConfig): ProjectConfig {
  return config;
}
