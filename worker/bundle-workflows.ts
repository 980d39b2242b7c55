import { fileURLToPath } from 'node:url';
import {
  bundleWorkflowCode,
  DefaultLogger,
  type Logger,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';

/** Takes seconds, so bundle once per process. */
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
    // The Worker parses the source map at startup. Stack traces need the lines, not the sources.
    webpackConfigHook: (config) => ({ ...config, devtool: 'inline-nosources-source-map' }),
    logger,
  });
}

/** A module of workflows/: TypeScript in a clone, JavaScript in an installed package. */
function sibling(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`../workflows/${name}.${extension}`, import.meta.url));
}
