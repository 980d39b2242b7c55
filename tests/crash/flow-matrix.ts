import { describe, inject, test } from 'vitest';
import type { FaultPoint } from '../../activities/fault-points.js';
import type { Fault } from '../../packages/testing/worker-process.js';
import { CASES_AT_ONCE } from './case-course.js';
import { runFlowCase, type FlowFault } from './flow-case.js';
import { isSampled } from './matrix.js';

type Place = [flow: FlowFault['flow'], point: FaultPoint, nth: number, words: string];

export const PLACES: readonly Place[] = [
  ['triage', 'evaluateNode.before', 1, 'the category is named, not stored'],
  ['triage', 'evaluateNode.after', 2, 'the route is chosen'],
  ['research', 'prepareSpawn.after', 1, 'two sub-executions are stored, not started'],
  ['research', 'beginExecution.after', 2, 'one of them has begun'],
  ['research', 'finishExecution.after', 1, 'one of them has ended'],
  ['research', 'settleSpawn.before', 1, 'both have ended'],
  ['research', 'evaluateNode.after', 1, 'the sub-execution of a node is stored, not started'],
  ['research', 'settleNode.before', 1, 'it has ended'],
  ['research', 'evaluateNode.before', 5, "between a loop's items"],
  ['research', 'settleNode.after', 2, 'the loop is closed'],
  ['research', 'settleNode.before', 3, 'the wait is over'],
  ['research', 'runNode.before', 1, 'an own node begins'],
  ['research', 'runNode.ran', 1, 'an own node ran'],
  ['research', 'settleNode.after', 4, 'the answer is stored'],
  ['asking', 'seekApproval.asked', 1, 'the question about a tool call is stored, not known'],
  ['asking', 'storeTurns.after', 2, 'the answer is in the thread, and nobody was told'],
  ['aside', 'storeTurns.after', 2, 'another message refused the call, and nobody was told'],
  ['aside', 'settleToolCall.after', 1, 'it is refused'],
  ['asking', 'settleToolCall.before', 1, 'there is an answer'],
  ['asking', 'settleToolCall.after', 1, 'it is stored'],
  ['asking', 'runTool.before', 2, 'the call is to run'],
];

export function describeFlowMatrix(action: Fault['action']): void {
  describe.concurrent(`crash matrix of flows: ${action}`, CASES_AT_ONCE, () => {
    const places = PLACES.filter((_, index) => isSampled(action, index));
    test.each(places)('%s: ' + action + ' at %s, pass %i, %s -> as without', (flow, point, nth) =>
      runFlowCase(inject('environment'), { flow, point, nth, action }),
    );
  });
}
