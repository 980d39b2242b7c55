import type { z } from 'zod';

/** Your Workflow type, for `workflow` nodes. */
export interface AllowedWorkflow {
  /** A node may choose one; the first is the default. Default: the execution's own. */
  taskQueues?: readonly string[];
  /** Slugs of the flows that may start it; default: all. */
  flows?: readonly string[];
  /** Passes a trusted second argument, `{ user, flow, executionId, nodeId }`. Default: false. */
  passStarter?: boolean;
  /** Checks the input before the Workflow starts; default: any JSON. */
  input?: z.ZodType;
}

/** By Workflow type. */
export type AllowedWorkflows = Readonly<Record<string, AllowedWorkflow>>;
