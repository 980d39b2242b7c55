import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger, WorkerOptions } from '@temporalio/worker';
import type { TeamWorkerOptions } from '../temporal/team-options.js';
import { bundleWorkflows } from './bundle-workflows.js';

export const WORKFLOW_BUNDLE = 'workflows/workflow-bundle.cjs';

/** Prefers a stored bundle, because bundling takes too long while all workers are replaced. */
export async function findWorkflowBundle(
  logger?: Logger,
  { interceptors, dataConverter }: TeamWorkerOptions = {},
): Promise<NonNullable<WorkerOptions['workflowBundle']>> {
  const codePath = fileURLToPath(new URL(`../${WORKFLOW_BUNDLE}`, import.meta.url));
  const { payloadConverterPath, failureConverterPath } = dataConverter ?? {};
  const workflowInterceptorModules = interceptors?.workflowModules ?? [];
  const isOwn =
    workflowInterceptorModules.length === 0 &&
    payloadConverterPath === undefined &&
    failureConverterPath === undefined;
  // Exists only in the package: in a clone, it could be outdated.
  if (isOwn && existsSync(codePath)) return { codePath };
  return bundleWorkflows({ logger, workflowInterceptorModules, payloadConverterPath, failureConverterPath });
}
