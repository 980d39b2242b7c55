/**
 * Loaded once per thread, before any Workflow. For the Query `__stack_trace` alone, the SDK takes a stack
 * trace of every promise in a Workflow and looks up each frame in the source map: a third of the cost of a
 * replay. These traces are empty here; traces of errors are unchanged.
 */
Error.prepareStackTrace = (error, frames) => (isOfPromiseHook(frames) ? '' : formatInHost(error, frames));

/**
 * The SDK's formatter has the source map. It is on the host's `Error`, reachable through any host object.
 */
const formatInHost = (URL.constructor as FunctionConstructor)(
  'error',
  'frames',
  'return Error.prepareStackTrace(error, frames)',
) as NonNullable<typeof Error.prepareStackTrace>;

/**
 * Recognizes the function that takes the trace. If an SDK moves the function, traces are made as before.
 */
function isOfPromiseHook([first]: readonly NodeJS.CallSite[]): boolean {
  return first?.getFunctionName() === 'init' && first.getFileName()?.includes('vm-shared') === true;
}
