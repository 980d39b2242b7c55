import type { z } from 'zod';
import { type Approvers, approversProblem, MAX_QUORUM } from '../../protocol/approvers.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { TrajectoryContext } from '../../trajectory/writes/trajectory-context.js';
import type { ToolArtifacts } from './tool-artifacts.js';
import { limitsProblem, type ToolLimits, approvalSecondsProblem } from './tool-limits.js';

export interface ToolContext {
  /** The same for every try of a call, and in a retried turn; pass it to services as an idempotency key. */
  idempotencyKey: string;
  /** Aborts when the user cancels, the worker shuts down, or this try times out. */
  abortSignal: AbortSignal;
  /** The conversation's user; null if there is none. */
  user: string | null;
  /** The calling execution's Workflow ID. */
  executionId: string;
  /** The conversation's Workflow ID; null outside one. */
  conversationId: string | null;
  /** The answered turn; null outside a conversation. */
  turnId: string | null;
  /** Stores content too large for a result. */
  artifacts: ToolArtifacts;
  /**
   * Records a thing that the call read, wrote or found, besides the tool and its artifacts. Throws for a malformed
   * record, or after 100.
   */
  touch(touched: Touched): void;
  /** Writes into the trajectory. Throws if a write breaks a rule of the graph. */
  trajectory: TrajectoryContext;
  /**
   * Shown to clients, not to the model. The last text counts: at most 500 characters, written at most twice a second.
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
   * Who may answer: `user` (the requesting user), `staff` (a role of `approvers`), roles, or a function that returns
   * one of these or null for no approval. If it throws, staff is asked.
   */
  by: Approvers | ((input: Input, context: ApprovalContext) => Approvers | null | Promise<Approvers | null>);
  /** Writes the question. Default: names the tool and shows the input. */
  message?(call: { input: Input }): string;
  /** Milliseconds to answer, at most a year; then the call is refused. Default: a week. */
  expiresMs?: number;
  /**
   * How many must agree, 1 to 20; the first no refuses. Default 1. From 2 on, the input is fixed. Not for the
   * requesting user.
   */
  quorum?: number;
}

/** Writes to the worker's log. Facts must be JSON. */
export interface ToolLogger {
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
}

/** A tool for agents. Created with `defineTool`. */
export interface ToolDefinition<Input = unknown> extends ToolLimits {
  /** Letters, digits, `_` and `-`, at most 64: what every provider accepts. */
  name: string;
  /** Shows the model when to call the tool and what it returns. */
  description: string;
  /** Checks the model's input before `execute` runs. */
  input: z.ZodType<Input>;
  /**
   * Who approves a call, such as `{ by: 'staff' }`. `true`, or a function that returns true or throws, asks the
   * requesting user. Default: no approval. The model sees a refusal and its reason.
   */
  approve?:
    | boolean
    | ((input: Input, context: ApprovalContext) => boolean | Promise<boolean>)
    | ApproveOptions<Input>;
  /**
   * Returns text, any JSON, or `{ type: 'content', value: [{ type: 'text', text }, { type: 'image-data', data,
   * mediaType }] }`. Errors become error results for the model; a large result is stored and referenced.
   */
  execute(input: Input, context: ToolContext): unknown;
  /** Set by `definePageTool`: the chat page runs the tool. */
  runsIn?: 'page';
  /** Lists things that a call read, wrote or found. Errors are logged. */
  touches?(input: Input, output: unknown): readonly Touched[];
}

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Throws for a name that some provider rejects, or a limit out of bounds. */
export function defineTool<Schema extends z.ZodType>(
  tool: Omit<ToolDefinition<z.output<Schema>>, 'input' | 'runsIn'> & { input: Schema },
): ToolDefinition {
  if (!TOOL_NAME.test(tool.name))
    throw new Error(`Tool name '${tool.name}' must be 1 to 64 letters, digits, '_' or '-'`);
  const problem = limitsProblem(tool) ?? approveProblem(tool.approve, tool);
  if (problem) throw new Error(`Of tool '${tool.name}' ${problem}`);
  return tool as unknown as ToolDefinition;
}

/**
 * Declares a tool that the chat page runs, as `useChat` does with `onToolCall` and `addToolOutput`, within
 * `approvalSeconds`. Without a page, send the output with `executions.answer`. Throws like `defineTool`.
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
