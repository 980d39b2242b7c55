import type { z } from 'zod';

/** Your Workflow type, for `workflow` nodes. */
export interface AllowedWorkflow {
  /** Task Queues that a node may choose; the first is the default. Default: the execution's own. */
  taskQueues?: readonly string[];
  /** Slugs of the flows that may start it; default: all. */
  flows?: readonly string[];
  /**
   * Passes a second argument, `{ user, flow, executionId, nodeId }`, which the Workflow can trust, unlike its input.
   * Default: false.
   */
  passStarter?: boolean;
  /** Checks the input before the Workflow starts; default: any JSON. */
  input?: z.ZodType;
}

/** By Workflow type. */
export type AllowedWorkflows = Readonly<Record<string, AllowedWorkflow>>;
