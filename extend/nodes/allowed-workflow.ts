import type { z } from 'zod';

/** One of your Workflow types, which `workflow` nodes may start. */
export interface AllowedWorkflow {
  /**
   * Task Queues from which a node may choose. The first is its default. If absent, the execution's own queue is used.
   */
  taskQueues?: readonly string[];
  /** Slugs of the flows that may start the Workflow. Default: all. */
  flows?: readonly string[];
  /** Passes a trusted second argument, `{ user, flow, executionId, nodeId }`. Default: false. */
  passStarter?: boolean;
  /** Checks the input before the Workflow starts. Default: any JSON. */
  input?: z.ZodType;
}

/** Allowed Workflows by type. */
export type AllowedWorkflows = Readonly<Record<string, AllowedWorkflow>>;
