/**
 * Is loaded once for each thread, before any Workflow. The SDK takes a stack trace of every promise that a Workflow makes
 * and looks each place up in the source map, for the Query `__stack_trace` alone: a third of what a replay costs. Such
 * traces stay empty here; those of errors are made by the SDK as before.
 */
Error.prepareStackTrace = (error, frames) => (isOfPromiseHook(frames) ? '' : formatInHost(error, frames));

/** The SDK's own formatter knows the source map. It belongs to the host's `Error`, which an object from there leads to. */
const formatInHost = (URL.constructor as FunctionConstructor)(
  'error',
  'frames',
  'return Error.prepareStackTrace(error, frames)',
) as NonNullable<typeof Error.prepareStackTrace>;

/** By the function that takes the trace; where an SDK has it elsewhere, traces are made as before. */
function isOfPromiseHook([first]: readonly NodeJS.CallSite[]): boolean {
  return first?.getFunctionName() === 'init' && first.getFileName()?.includes('vm-shared') === true;
}
