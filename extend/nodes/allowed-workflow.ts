import type { z } from 'zod';

/** One of your Workflow types that flows may start with a `workflow` node. */
export interface AllowedWorkflow {
  /** Task Queues that a node may choose; the first is the default. Default: the execution's own. */
  taskQueues?: readonly string[];
  /** Slugs of the flows that may start it; default: all. */
  flows?: readonly string[];
  /**
   * Passes a second argument to the Workflow, `{ user, flow, executionId, nodeId }`, which it can trust: the
   * input may be a user's words. Default: false.
   */
  passStarter?: boolean;
  /** Checks the input before the Workflow starts; default: any JSON. */
  input?: z.ZodType;
}

/** By Workflow type. */
export type AllowedWorkflows = Readonly<Record<string, AllowedWorkflow>>;
