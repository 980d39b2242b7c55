import { isThreadlineWorkflow } from '../protocol/workflow-types.js';

/**
 * Skips the traces of promises, which took a fifth of a replay's CPU. Loaded once per thread, before any
 * Workflow.
 */
Error.prepareStackTrace = (error, frames) =>
  isOfPromiseHook(frames) && isOurs() ? '' : formatInHost(error, frames);

/** Reads the SDK's global, because all Workflows would share an imported SDK. */
function isOurs(): boolean {
  // The running Workflow.
  const { __TEMPORAL_ACTIVATOR__: running } = globalThis as {
    __TEMPORAL_ACTIVATOR__?: { info: { workflowType: string } };
  };
  return running !== undefined && isThreadlineWorkflow(running.info.workflowType);
}

/** Uses the host's formatter, which applies the source map. */
const formatInHost = (URL.constructor as FunctionConstructor)(
  'error',
  'frames',
  'return Error.prepareStackTrace(error, frames)',
) as NonNullable<typeof Error.prepareStackTrace>;

/** If the SDK renames the hook, traces are made as usual. */
function isOfPromiseHook([first]: readonly NodeJS.CallSite[]): boolean {
  return first?.getFunctionName() === 'init' && first.getFileName()?.includes('vm-shared') === true;
}
