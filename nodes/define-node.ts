import type { z } from 'zod';
import type { ToolLogger } from '../tools/define-tool.js';
import type { Touched } from '../trajectory/touched/touched-thing.js';

/** What a node's `execute` is given besides its configuration. */
export interface NodeContext {
  /** What the nodes gave that the configuration's templates name, by their ids. */
  nodes: Readonly<Record<string, unknown>>;
  /** What the execution was started with. */
  trigger: { text: string; user: string | null; data: unknown };
  /** The item of the loop it runs in; absent outside of loops. */
  loop?: { item: unknown; index: number; total: number };
  /** The same for every try of one run: hand it to services that know idempotency keys. */
  idempotencyKey: string;
  /** Aborts when the execution is cancelled or the worker shuts down. */
  abortSignal: AbortSignal;
  /** On whose behalf it runs; null: nobody's. */
  user: string | null;
  /** Workflow ID of the execution. */
  executionId: string;
  nodeId: string;
  /**
   * Notes something that the node read, wrote or found: it has a trajectory then. Throws when it is not of the form, or
   * more than 100 things are noted.
   */
  touch(touched: Touched): void;
  log: ToolLogger;
}

/** A kind of node that a project brings. */
export interface NodeDefinition<Config = unknown> {
  /** `custom:` and a name of letters, digits, `_` and `-`. */
  kind: `custom:${string}`;
  /** For people. */
  description?: string;
  /** What a node of this kind is configured with; templates inside are filled in before. */
  config: z.ZodType<Config>;
  /**
   * Does the node's work and returns what it gives: anything JSON can hold. What it throws is tried three times
   * again, after 1, 2 and 4 seconds; an error with `retryable: false` at once fails the node. It may run more than
   * once when a worker dies at the wrong moment.
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
