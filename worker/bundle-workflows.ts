import { fileURLToPath } from 'node:url';
import {
  bundleWorkflowCode,
  DefaultLogger,
  type Logger,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';

/** Bundles the Workflows for a worker; takes seconds, so once a process or a test run. */
export async function bundleWorkflows({
  logger = new DefaultLogger('ERROR'),
  interceptorModules = [],
}: {
  logger?: Logger | undefined;
  interceptorModules?: string[];
} = {}): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath: sibling('index'),
    payloadConverterPath: sibling('payload-converter'),
    failureConverterPath: sibling('failure-converter'),
    workflowInterceptorModules: interceptorModules,
    preloadModules: [sibling('skip-promise-traces')],
    // The Worker parses the source map when it starts. Stack traces need the lines, not the text of the sources.
    webpackConfigHook: (config) => ({ ...config, devtool: 'inline-nosources-source-map' }),
    logger,
  });
}

/** A module of workflows/, as source in a clone and as JavaScript in an installed package. */
function sibling(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`../workflows/${name}.${extension}`, import.meta.url));
}
