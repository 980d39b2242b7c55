import type { z } from 'zod';
import { type Approvers, approversProblem, MAX_QUORUM } from '../protocol/approvers.js';
import type { Touched } from '../trajectory/touched/touched-thing.js';
import type { TrajectoryContext } from '../trajectory/writes/trajectory-context.js';
import type { ToolArtifacts } from './tool-artifacts.js';
import { limitsProblem, type ToolLimits, approvalSecondsProblem } from './tool-limits.js';

/** The second argument of a tool's `execute`, after its input. */
export interface ToolContext {
  /** The same for every try of one call, and for the call in retries of its turn. Pass it to services with idempotency keys. */
  idempotencyKey: string;
  /** Aborts when the user cancels, the worker shuts down, or the time of this try is over. */
  abortSignal: AbortSignal;
  /** Whose conversation it is; null outside one that has a user. */
  user: string | null;
  /** Workflow ID of the execution that calls. */
  executionId: string;
  /** Workflow ID of the conversation; null outside one. */
  conversationId: string | null;
  /** The turn that the execution answers; null outside a conversation. */
  turnId: string | null;
  /** Keeps what is too large for a result. */
  artifacts: ToolArtifacts;
  /**
   * Notes something that the call read, wrote or found, for the trajectory; the tool and its artifacts are noted by
   * themselves. Throws when it is not of the form, or more than 100 things are noted.
   */
  touch(touched: Touched): void;
  /** Writes what the call knows into the trajectory: nodes, changes and branches. Throws what breaks a rule of the graph. */
  trajectory: TrajectoryContext;
  /**
   * Tells those who follow the execution how far the call is: the last words count, at most 500 characters, written at
   * most twice a second. The model never reads them.
   */
  progress(text: string): void;
  /** Writes into the worker's log, with the names of execution and tool. */
  log: ToolLogger;
}

/** The second argument of a tool's `approve`, after the input of the call. */
export type ApprovalContext = Pick<
  ToolContext,
  'abortSignal' | 'user' | 'executionId' | 'conversationId' | 'turnId'
>;

/** Who is asked before a call of a tool runs, and how. */
export interface ApproveOptions<Input = unknown> {
  /**
   * Who may answer: `user` (the requesting user), `staff` (callers with one of the project's `approvers` roles), a list of
   * roles, or a function that returns one of these, or null if the call needs no approval. If the function throws, staff is asked.
   */
  by: Approvers | ((input: Input, context: ApprovalContext) => Approvers | null | Promise<Approvers | null>);
  /** Writes the question. Default: it names the tool and shows the input. */
  message?(call: { input: Input }): string;
  /** Milliseconds to answer, at most a year; then the call is refused. Default: a week. */
  expiresMs?: number;
  /**
   * The number of people who have to agree, from 1 to 20; the first no refuses. Default 1. With 2 or more, nobody can change the
   * input. Does not apply to questions for the requesting user.
   */
  quorum?: number;
}

/** Writes lines into the worker's log that name the execution; facts are what JSON can hold. */
export interface ToolLogger {
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
}

/** A tool that agents can call: its description for the model and the function that runs. Made with `defineTool`. */
export interface ToolDefinition<Input = unknown> extends ToolLimits {
  /** Letters, digits, `_` and `-`, at most 64: what every provider accepts. */
  name: string;
  /** For the model: when to call it and what it gives. */
  description: string;
  /** The schema of its input: what the model gives is checked by it before `execute` runs. */
  input: z.ZodType<Input>;
  /**
   * Whether a person is asked before a call runs, and who: `{ by: 'staff' }`. `true`, or a function that returns true or throws,
   * asks the requesting user. Default: nobody is asked. If the answer is no, the model reads that the call was refused, and why.
   */
  approve?:
    | boolean
    | ((input: Input, context: ApprovalContext) => boolean | Promise<boolean>)
    | ApproveOptions<Input>;
  /**
   * Returns text, anything JSON can hold, or, to show pictures, a `ToolContentResult`:
   * `{ type: 'content', value: [{ type: 'text', text }, { type: 'image-data', data, mediaType }] }`. What it
   * throws becomes an error result for the model. A result too large for the context is stored and pointed at.
   */
  execute(input: Input, context: ToolContext): unknown;
  /** Set by `definePageTool`: the page of the chat runs the tool and sends the output. Absent: a worker runs the tool. */
  runsIn?: 'page';
  /**
   * Lists the things that a call read, wrote or found, by its input and output, for the trajectory. An error that it
   * throws is logged, and the trajectory lacks these things.
   */
  touches?(input: Input, output: unknown): readonly Touched[];
}

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Declares a tool; its input type follows from its schema. Throws when no provider would accept the name, and when a
 * limit is out of bounds.
 */
export function defineTool<Schema extends z.ZodType>(
  tool: Omit<ToolDefinition<z.output<Schema>>, 'input' | 'runsIn'> & { input: Schema },
): ToolDefinition {
  if (!TOOL_NAME.test(tool.name))
    throw new Error(`Tool name '${tool.name}' must be 1 to 64 letters, digits, '_' or '-'`);
  const problem = limitsProblem(tool) ?? approveProblem(tool.approve, tool);
  if (problem !== undefined) throw new Error(`Of tool '${tool.name}' ${problem}`);
  // The registry only ever calls `execute` with what this tool's own schema gave out.
  return tool as unknown as ToolDefinition;
}

/**
 * Declares a tool that the page of a chat runs, as `useChat` does with `onToolCall` and `addToolOutput`. A call waits for its output
 * for up to `approvalSeconds`. Without a page, `executions.answer` sends the output. Throws like `defineTool`.
 */
export function definePageTool<Schema extends z.ZodType>(
  tool: Pick<ToolDefinition, 'name' | 'description' | 'approvalSeconds' | 'reuse'> & { input: Schema },
): ToolDefinition {
  const execute = (): never => {
    throw new Error(`Tool '${tool.name}' runs in the page of a chat, not on a worker`);
  };
  return { ...defineTool({ ...tool, execute }), runsIn: 'page' };
}

/** Returns the problem of the setting `approve`, as the end of a sentence. Absent when there is none. */
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
  if (problem !== undefined) return `'approve.by' ${problem}, or a function`;
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
  return unfit === undefined ? undefined : `'approve.expiresMs', in seconds, ${unfit}`;
}

function isQuorum(quorum: unknown): boolean {
  return typeof quorum === 'number' && Number.isInteger(quorum) && quorum >= 1 && quorum <= MAX_QUORUM;
}
