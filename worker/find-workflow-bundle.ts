import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger, WorkerOptions } from '@temporalio/worker';
import { bundleWorkflows } from './bundle-workflows.js';

/** Written by the build, relative to `dist/`. */
export const WORKFLOW_BUNDLE = 'workflows/workflow-bundle.cjs';

/** A clone bundles its sources, which takes seconds of CPU: too long while all workers are replaced. */
export async function findWorkflowBundle(
  logger?: Logger,
): Promise<NonNullable<WorkerOptions['workflowBundle']>> {
  const codePath = fileURLToPath(new URL(`../${WORKFLOW_BUNDLE}`, import.meta.url));
  // A clone never has one: it would go stale.
  return existsSync(codePath) ? { codePath } : bundleWorkflows({ logger });
}
