import type { z } from 'zod';

/** One of your Workflow types, which `workflow` nodes may start. */
export interface AllowedWorkflow {
  /** A node may choose from these; the first is its default. If absent, the execution's own queue is used. */
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
