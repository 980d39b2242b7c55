import type { z } from 'zod';
import { type Approvers, approversProblem, MAX_QUORUM } from '../../protocol/approvers.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { TrajectoryContext } from '../../trajectory/writes/trajectory-context.js';
import type { ToolArtifacts } from './tool-artifacts.js';
import { limitsProblem, type ToolLimits, approvalSecondsProblem } from './tool-limits.js';

export interface ToolContext {
  /** All tries of a call share it, also in a retried turn. Pass it to services. */
  idempotencyKey: string;
  /** Aborts when the user cancels, the worker shuts down, or this try times out. */
  abortSignal: AbortSignal;
  /** The conversation's user, if any. */
  user: string | null;
  /** The Workflow ID of the calling execution. */
  executionId: string;
  /** The conversation's Workflow ID, if any. */
  conversationId: string | null;
  /** The turn that is being answered, if any. */
  turnId: string | null;
  /** Stores content that is too large for a result. */
  artifacts: ToolArtifacts;
  /**
   * Records a thing that was read, written or found, besides the tool and its artifacts. Throws if malformed,
   * or after 100 records.
   */
  touch(touched: Touched): void;
  /** Writes into the trajectory. Throws if a write breaks a rule of the graph. */
  trajectory: TrajectoryContext;
  /**
   * Shows progress to clients, not to the model. The last text wins: at most 500 characters, twice a second.
   */
  progress(text: string): void;
  /** Writes to the worker's log, with execution and tool. */
  log: ToolLogger;
}

export type ApprovalContext = Pick<
  ToolContext,
  'abortSignal' | 'user' | 'executionId' | 'conversationId' | 'turnId'
>;

export interface ApproveOptions<Input = unknown> {
  /**
   * `user` (the requesting user), `staff` (callers with a role of `approvers`), roles, or a function that
   * returns one of these, or null for no approval. If the function throws, staff is asked.
   */
  by: Approvers | ((input: Input, context: ApprovalContext) => Approvers | null | Promise<Approvers | null>);
  /** Default: names the tool and shows the input. */
  message?(call: { input: Input }): string;
  /** A call without an answer is refused after this time, at most a year. Default: a week. */
  expiresMs?: number;
  /**
   * How many people must agree, from 1 to 20. The first no refuses the call. Default: 1. From 2 on, nobody
   * can change the input. Not allowed if the requesting user answers.
   */
  quorum?: number;
}

/** Facts must be JSON. */
export interface ToolLogger {
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
}

/** Created with `defineTool`. */
export interface ToolDefinition<Input = unknown> extends ToolLimits {
  /** At most 64 letters, digits, `_` and `-`. */
  name: string;
  /** Shows the model when to call the tool and what it returns. */
  description: string;
  /** Checks the model's input before `execute` runs. */
  input: z.ZodType<Input>;
  /**
   * Who approves a call, for example `{ by: 'staff' }`. `true`, or a function that returns true or throws,
   * asks the requesting user. Default: no approval. The model sees a refusal and its reason.
   */
  approve?:
    | boolean
    | ((input: Input, context: ApprovalContext) => boolean | Promise<boolean>)
    | ApproveOptions<Input>;
  /**
   * Returns text, any JSON, or `{ type: 'content', value: [{ type: 'text', text }, { type: 'image-data',
   * data, mediaType }] }`. The model sees an error as the result. A large result is stored and referenced.
   */
  execute(input: Input, context: ToolContext): unknown;
  /** Set by `definePageTool`: the chat page runs the tool. */
  runsIn?: 'page';
  /** Lists the things that a call read, wrote or found. Its errors are logged. */
  touches?(input: Input, output: unknown): readonly Touched[];
}

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Throws if a provider rejects the name, or a limit is out of bounds. */
export function defineTool<Schema extends z.ZodType>(
  tool: Omit<ToolDefinition<z.output<Schema>>, 'input' | 'runsIn'> & { input: Schema },
): ToolDefinition {
  if (!TOOL_NAME.test(tool.name))
    throw new Error(`Tool name '${tool.name}' must be 1 to 64 letters, digits, '_' or '-'`);
  const problem = limitsProblem(tool) ?? approveProblem(tool.approve, tool);
  if (problem) throw new Error(`Tool '${tool.name}': ${problem}`);
  return tool as unknown as ToolDefinition;
}

/**
 * The chat page runs the tool within `approvalSeconds`, as `useChat` does with `onToolCall` and
 * `addToolOutput`. Without a page, send the output with `executions.answer`.
 */
export function definePageTool<Schema extends z.ZodType>(
  tool: Pick<ToolDefinition, 'name' | 'description' | 'approvalSeconds' | 'reuse'> & { input: Schema },
): ToolDefinition {
  const execute = (): never => {
    throw new Error(`Tool '${tool.name}' runs in the page of a chat, not on a worker`);
  };
  return { ...defineTool({ ...tool, execute }), runsIn: 'page' };
}

function approveProblem(approve: unknown, limits: { approvalSeconds?: number }): string | undefined {
  if (approve === undefined || typeof approve === 'boolean' || typeof approve === 'function')
    return undefined;
  if (typeof approve !== 'object' || approve === null)
    return "'approve' must be true, false, a function or an object with 'by'";
  const { by, message, expiresMs, quorum, ...others } = approve as Partial<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return `'approve' has the unknown field '${unknown}'; known are by, message, expiresMs and quorum`;
  const problem = typeof by === 'function' ? undefined : approversProblem(by);
  if (problem) return `'approve.by' ${problem}, or a function`;
  if (message !== undefined && typeof message !== 'function') return "'approve.message' must be a function";
  if (quorum !== undefined && !isQuorum(quorum))
    return `'approve.quorum' must be a whole number from 1 to ${MAX_QUORUM}`;
  if (by === 'user' && quorum !== undefined && quorum !== 1)
    return "'approve.quorum' needs more than one person: set 'approve.by' to 'staff' or a list of roles";
  if (expiresMs === undefined) return undefined;
  if (limits.approvalSeconds !== undefined)
    return "'approve.expiresMs' and 'approvalSeconds' are both set: remove 'approvalSeconds'";
  const unfit =
    typeof expiresMs === 'number' ? approvalSecondsProblem(expiresMs / 1_000) : 'must be a number';
  return unfit ? `'approve.expiresMs', in seconds, ${unfit}` : undefined;
}

function isQuorum(quorum: unknown): boolean {
  return typeof quorum === 'number' && Number.isInteger(quorum) && quorum >= 1 && quorum <= MAX_QUORUM;
}
