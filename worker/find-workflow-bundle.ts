import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger, WorkerOptions } from '@temporalio/worker';
import { bundleWorkflows } from './bundle-workflows.js';

/** Written by the build, relative to `dist/`. */
export const WORKFLOW_BUNDLE = 'workflows/workflow-bundle.cjs';

/**
 * Returns the bundle of an installed package; a clone bundles its sources. Bundling takes seconds of CPU,
 * in which nothing is answered while all workers are replaced.
 */
export async function findWorkflowBundle(
  logger?: Logger,
): Promise<NonNullable<WorkerOptions['workflowBundle']>> {
  const codePath = fileURLToPath(new URL(`../${WORKFLOW_BUNDLE}`, import.meta.url));
  // A clone never has one: it would go stale.
  return existsSync(codePath) ? { codePath } : bundleWorkflows({ logger });
}
