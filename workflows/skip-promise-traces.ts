import { isThreadlineWorkflow } from '../protocol/workflow-types.js';

/** Loaded once per thread, before any Workflow. The SDK's promise traces, a fifth of a replay's CPU, become empty. */
Error.prepareStackTrace = (error, frames) =>
  isOfPromiseHook(frames) && isOurs() ? '' : formatInHost(error, frames);

/** If imported here, all Workflows would share the SDK's module. */
function isOurs(): boolean {
  // Parse boundary: the SDK keeps the running Workflow here.
  const { __TEMPORAL_ACTIVATOR__: running } = globalThis as {
    __TEMPORAL_ACTIVATOR__?: { info: { workflowType: string } };
  };
  return running !== undefined && isThreadlineWorkflow(running.info.workflowType);
}

/** The SDK's formatter, with the source map, is on the host's `Error`, reachable through any host object. */
const formatInHost = (URL.constructor as FunctionConstructor)(
  'error',
  'frames',
  'return Error.prepareStackTrace(error, frames)',
) as NonNullable<typeof Error.prepareStackTrace>;

/** If an SDK moves the function, traces are made as usual. */
function isOfPromiseHook([first]: readonly NodeJS.CallSite[]): boolean {
  return first?.getFunctionName() === 'init' && first.getFileName()?.includes('vm-shared') === true;
}
