import type { BundleOptions } from '@temporalio/worker';
import { describeSharedNames, isThreadlineWorkflow } from '../../protocol/workflow-types.js';

type Configuration = Parameters<NonNullable<BundleOptions['webpackConfigHook']>>[0];
type WebpackPlugin = Extract<NonNullable<NonNullable<Configuration['plugins']>[number]>, { apply: unknown }>;

/** Exports that webpack cannot list are checked when they are loaded. */
export function refuseSharedNames(workflowsPath: string): WebpackPlugin {
  return {
    apply(compiler) {
      compiler.hooks.afterCompile.tap('threadline', ({ moduleGraph, modules }) => {
        const module = [...modules].find((one) => 'resource' in one && one.resource === workflowsPath);
        const names = module && moduleGraph.getProvidedExports(module);
        const shared = Array.isArray(names) ? names.filter(isThreadlineWorkflow) : [];
        if (shared.length > 0) throw new Error(describeSharedNames('Workflow', shared));
      });
    },
  };
}
