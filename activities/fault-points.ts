/**
 * Points of a turn at which the harness can kill the worker or cut its connections; in production nothing
 * listens. One before and one after each effect that must happen once.
 */
export const FAULT_POINTS = [
  'storeTurns.before',
  'storeTurns.after',
  'beginExecution.before',
  'beginExecution.after',
  'trimContext.before',
  'trimContext.after',
  'compactContext.summarized',
  'callModel.claimed',
  'callModel.streaming',
  'callModel.answered',
  'callModel.stored',
  'runTool.before',
  'runTool.ran',
  'runTool.stored',
  'finishExecution.before',
  'finishExecution.after',
  'settleTurn.before',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];
