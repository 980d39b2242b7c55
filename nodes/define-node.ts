import type { z } from 'zod';
import type { ToolLogger } from '../tools/define-tool.js';
import type { Touched } from '../trajectory/touched/touched-thing.js';
import type { TrajectoryContext } from '../trajectory/writes/trajectory-context.js';

/** The run that a node's `execute` works for: its inputs, its identity and its services. */
export interface NodeContext {
  /** The outputs of the nodes that the configuration's templates name, by node id. */
  nodes: Readonly<Record<string, unknown>>;
  /** The input that started the execution. */
  trigger: {
    text: string;
    user: string | null;
    /** Of a sub-execution that was given none: those of the nearest execution above that has some. */
    data: unknown;
    /** Workflow ID of the execution above; null: there is none. */
    parent_execution_id: string | null;
    user_context: { user: string | null; channel: string | null };
  };
  /** The item of the loop that the node runs in; absent outside of loops. */
  loop?: { item: unknown; index: number; total: number };
  /** The same for every try of one run: hand it to services that know idempotency keys. */
  idempotencyKey: string;
  /** Aborts when the execution is canceled or the worker shuts down. */
  abortSignal: AbortSignal;
  /** The user on whose behalf the node runs; null when there is none. */
  user: string | null;
  /** Workflow ID of the execution. */
  executionId: string;
  /** The node that runs. */
  nodeId: string;
  /**
   * Records something that the node read, wrote or found, so that it shows in that thing's trajectory. Throws when the
   * record is malformed, or when the node records more than 100 things.
   */
  touch(touched: Touched): void;
  /** Writes what the node knows into the trajectory of its run: nodes, changes and branches. */
  trajectory: TrajectoryContext;
  /** Writes into the worker's log, with the names of execution and node. */
  log: ToolLogger;
}

/** A kind of node that a project adds. */
export interface NodeDefinition<Config = unknown> {
  /** `custom:` and a name of letters, digits, `_` and `-`. */
  kind: `custom:${string}`;
  /** Shown to people. */
  description?: string;
  /** The schema of the configuration; templates in it are filled in before `execute` gets it. */
  config: z.ZodType<Config>;
  /**
   * Does the node's work and returns its output, which may be anything JSON can hold. When it throws, it is tried
   * three times more, after 1, 2 and 4 seconds; an error with `retryable: false` fails the node at once. It may run
   * more than once when a worker dies at the wrong moment.
   */
  execute(config: Config, context: NodeContext): unknown;
}

const KIND = /^custom:[a-zA-Z0-9_-]{1,64}$/;

/** Declares a kind of node; its configuration's type follows from its schema. Throws for a kind of another form. */
export function defineNode<Schema extends z.ZodType>(
  node: Omit<NodeDefinition<z.output<Schema>>, 'config'> & { config: Schema },
): NodeDefinition {
  if (!KIND.test(node.kind))
    throw new Error(
      `Node kind '${String(node.kind).slice(0, 100)}' must be 'custom:' and 1 to 64 letters, digits, '_' or '-'`,
    );
  // `execute` is only ever called with what this node's own schema gave out.
  return node as unknown as NodeDefinition;
}
