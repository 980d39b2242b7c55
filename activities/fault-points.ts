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
  'storeStep.after',
  'compactContext.summarized',
  'callModel.claimed',
  'callModel.streaming',
  'callModel.answered',
  'callModel.stored',
  'summarizeThread.before',
  'summarizeThread.answered',
  'summarizeThread.adopted',
  'describeTouched.answered',
  'describeTouched.counted',
  'describeTouched.stored',
  'runTool.before',
  'runTool.ran',
  'runTool.stored',
  'seekApproval.asked',
  'settleToolCall.before',
  'settleToolCall.after',
  'evaluateNode.before',
  'evaluateNode.after',
  'settleNode.before',
  'settleNode.after',
  'runNode.before',
  'runNode.ran',
  'prepareSpawn.after',
  'settleSpawn.before',
  'finishExecution.before',
  'finishExecution.after',
  'settleTurn.before',
  'findJoined.before',
] as const;
/** One of them. */
export type FaultPoint = (typeof FAULT_POINTS)[number];
