import { isThreadlineWorkflow } from '../protocol/workflow-types.js';

/**
 * Loaded once per thread, before any Workflow. For the Query `__stack_trace` alone, the SDK takes a stack trace of
 * every promise and looks up each frame in the source map: a third of the cost of a replay. Only these traces, in
 * Threadline's Workflows, become empty.
 */
Error.prepareStackTrace = (error, frames) =>
  isOfPromiseHook(frames) && isOurs() ? '' : formatInHost(error, frames);

/** If imported here, the SDK's module would be shared by all Workflows. */
function isOurs(): boolean {
  // Parse boundary: the SDK keeps the running Workflow here.
  const { __TEMPORAL_ACTIVATOR__: running } = globalThis as {
    __TEMPORAL_ACTIVATOR__?: { info: { workflowType: string } };
  };
  return running !== undefined && isThreadlineWorkflow(running.info.workflowType);
}

/** The SDK's formatter has the source map. It is on the host's `Error`, reachable through any host object. */
const formatInHost = (URL.constructor as FunctionConstructor)(
  'error',
  'frames',
  'return Error.prepareStackTrace(error, frames)',
) as NonNullable<typeof Error.prepareStackTrace>;

/** If an SDK moves the function, traces are made as before. */
function isOfPromiseHook([first]: readonly NodeJS.CallSite[]): boolean {
  return first?.getFunctionName() === 'init' && first.getFileName()?.includes('vm-shared') === true;
}
