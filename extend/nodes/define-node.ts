import type { z } from 'zod';
import type { ToolLogger } from '../tools/define-tool.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { TrajectoryContext } from '../../trajectory/writes/trajectory-context.js';

export interface NodeContext {
  /** Outputs by id, of the nodes that templates refer to. */
  nodes: Readonly<Record<string, unknown>>;
  /** The execution's input. */
  trigger: {
    text: string;
    user: string | null;
    /** Inherited from the nearest ancestor that has one. */
    data: unknown;
    /** The parent's Workflow ID; null if there is none. */
    parent_execution_id: string | null;
    user_context: { user: string | null; channel: string | null };
  };
  /** Absent outside loops. */
  loop?: { item: unknown; index: number; total: number };
  /** The same for every try of a run; pass it to services as an idempotency key. */
  idempotencyKey: string;
  /** Aborts when the execution is canceled or the worker shuts down. */
  abortSignal: AbortSignal;
  /** The requesting user; null if there is none. */
  user: string | null;
  /** The execution's Workflow ID. */
  executionId: string;
  /** The running node. */
  nodeId: string;
  /** Records a thing that the node read, wrote or found. Throws for a malformed record, or after 100. */
  touch(touched: Touched): void;
  /** Writes into the run's trajectory. */
  trajectory: TrajectoryContext;
  /** Writes to the worker's log, with execution and node. */
  log: ToolLogger;
}

/** A node kind of a project. Created with `defineNode`. */
export interface NodeDefinition<Config = unknown> {
  /** `custom:` and a name of letters, digits, `_` and `-`. */
  kind: `custom:${string}`;
  /** Shown to people. */
  description?: string;
  /** Templates are filled in before `execute` receives it. */
  config: z.ZodType<Config>;
  /**
   * Returns any JSON. Errors are retried after 1, 2 and 4 seconds, unless they have `retryable: false`. May run twice
   * if a worker crashes.
   */
  execute(config: Config, context: NodeContext): unknown;
}

const KIND = /^custom:[a-zA-Z0-9_-]{1,64}$/;

/** Throws for a malformed `kind`. */
export function defineNode<Schema extends z.ZodType>(
  node: Omit<NodeDefinition<z.output<Schema>>, 'config'> & { config: Schema },
): NodeDefinition {
  if (!KIND.test(node.kind))
    throw new Error(
      `Node kind '${String(node.kind).slice(0, 100)}' must be 'custom:' and 1 to 64 letters, digits, '_' or '-'`,
    );
  return node as unknown as NodeDefinition;
}
