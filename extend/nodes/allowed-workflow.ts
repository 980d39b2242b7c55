import type { z } from 'zod';

/** A Workflow type that `workflow` nodes may start. */
export interface AllowedWorkflow {
  /** The first is the default. If absent, the execution's own queue. */
  taskQueues?: readonly string[];
  /** Slugs of flows that may start it. Default: all. */
  flows?: readonly string[];
  /** Passes a trusted second argument, `{ user, flow, executionId, nodeId }`. Default: false. */
  passStarter?: boolean;
  /** Checks the input before the Workflow starts. Default: any JSON. */
  input?: z.ZodType;
}

/** By Workflow type. */
export type AllowedWorkflows = Readonly<Record<string, AllowedWorkflow>>;
