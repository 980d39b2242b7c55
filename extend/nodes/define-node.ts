import type { z } from 'zod';
import type { ToolLogger } from '../tools/define-tool.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { TrajectoryContext } from '../../trajectory/writes/trajectory-context.js';

export interface NodeContext {
  /** By node id. Only nodes that templates refer to. */
  nodes: Readonly<Record<string, unknown>>;
  /** The execution's input. */
  trigger: {
    text: string;
    user: string | null;
    /** The data of the nearest ancestor that has any. */
    data: unknown;
    parent_execution_id: string | null;
    user_context: { user: string | null; channel: string | null };
  };
  /** Absent outside loops. */
  loop?: { item: unknown; index: number; total: number };
  /** All tries of a run share it. Pass it to services. */
  idempotencyKey: string;
  /** Aborts when the execution is canceled or the worker shuts down. */
  abortSignal: AbortSignal;
  /** The requesting user, if any. */
  user: string | null;
  /** The execution's Workflow ID. */
  executionId: string;
  /** The running node's id. */
  nodeId: string;
  /** Records a thing that was read, written or found. Throws if malformed, or after 100 records. */
  touch(touched: Touched): void;
  /** Writes into the run's trajectory. */
  trajectory: TrajectoryContext;
  /** Writes to the worker's log, with execution and node. */
  log: ToolLogger;
}

/** Created with `defineNode`. */
export interface NodeDefinition<Config = unknown> {
  /** `custom:` and a name of letters, digits, `_` and `-`. */
  kind: `custom:${string}`;
  /** Shown to people. */
  description?: string;
  /** Templates are filled in before `execute`. */
  config: z.ZodType<Config>;
  /**
   * Returns any JSON. An error is retried after 1, 2 and 4 seconds, unless it has `retryable: false`. If a
   * worker crashes, the node may run twice.
   */
  execute(config: Config, context: NodeContext): unknown;
}

const KIND = /^custom:[a-zA-Z0-9_-]{1,64}$/;

/** Throws if `kind` is malformed. */
export function defineNode<Schema extends z.ZodType>(
  node: Omit<NodeDefinition<z.output<Schema>>, 'config'> & { config: Schema },
): NodeDefinition {
  if (!KIND.test(node.kind))
    throw new Error(
      `Node kind '${String(node.kind).slice(0, 100)}' must be 'custom:' and 1 to 64 letters, digits, '_' or '-'`,
    );
  return node as unknown as NodeDefinition;
}
