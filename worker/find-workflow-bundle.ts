import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger, WorkerOptions } from '@temporalio/worker';
import { bundleWorkflows } from './bundle-workflows.js';

/** The file in `dist/` that a build leaves the bundled Workflows in. */
export const WORKFLOW_BUNDLE = 'workflows/workflow-bundle.cjs';

/**
 * Finds the Workflows that an installed package brings in a bundle; a clone bundles its sources, which takes seconds of
 * CPU: while all workers are replaced, nobody is answered meanwhile.
 */
export async function findWorkflowBundle(
  logger?: Logger,
): Promise<NonNullable<WorkerOptions['workflowBundle']>> {
  const codePath = fileURLToPath(new URL(`../${WORKFLOW_BUNDLE}`, import.meta.url));
  // The sources never have one: it would outlive its sources.
  return existsSync(codePath) ? { codePath } : bundleWorkflows({ logger });
}
