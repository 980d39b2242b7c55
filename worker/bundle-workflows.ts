import { fileURLToPath } from 'node:url';
import {
  bundleWorkflowCode,
  DefaultLogger,
  type BundleOptions,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { refuseSharedNames } from './plugin/refuse-shared-names.js';

export async function bundleWorkflows({
  logger = new DefaultLogger('ERROR'),
  ...options
}: Partial<BundleOptions> = {}): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode(addWorkflows({ workflowsPath: OWN_WORKFLOWS, logger, ...options }));
}

export const OWN_WORKFLOWS = sibling('index');

export function addWorkflows(team: BundleOptions): BundleOptions {
  const { workflowsPath, payloadConverterPath, failureConverterPath, webpackConfigHook } = team;
  const isAlone = workflowsPath === OWN_WORKFLOWS;
  // Imported by workflows/team-bundle/.
  const alias: Record<string, string | false> = {
    'threadline-team-workflows$': workflowsPath,
    // Not a built version, which a clone may lack.
    'threadline/workflow$': sibling('team/index'),
    'threadline-team-payload-converter$': payloadConverterPath ?? false,
    'threadline-team-failure-converter$': failureConverterPath ?? false,
  };
  return {
    ...team,
    workflowsPath: isAlone ? OWN_WORKFLOWS : TEAM_BUNDLE_WORKFLOWS,
    payloadConverterPath: sibling(
      payloadConverterPath ? 'team-bundle/payload-converter' : 'payload-converter',
    ),
    failureConverterPath: sibling(
      failureConverterPath ? 'team-bundle/failure-converter' : 'failure-converter',
    ),
    preloadModules: [sibling('skip-promise-traces'), ...(team.preloadModules ?? [])],
    webpackConfigHook(config) {
      const shared = {
        ...config,
        // The Worker parses the source map at startup, and stack traces need only line numbers.
        devtool: 'inline-nosources-source-map',
        resolve: { ...config.resolve, alias: { ...(config.resolve?.alias as typeof alias), ...alias } },
        plugins: [...(config.plugins ?? []), ...(isAlone ? [] : [refuseSharedNames(workflowsPath)])],
      };
      return webpackConfigHook?.(shared) ?? shared;
    },
  };
}

const TEAM_BUNDLE_WORKFLOWS = fileURLToPath(
  new URL('../workflows/team-bundle/workflows.cjs', import.meta.url),
);

function sibling(name: string): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`../workflows/${name}.${extension}`, import.meta.url));
}
