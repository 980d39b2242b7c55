import { describe, expect, test } from 'vitest';
import { findCauses, withCalls } from '../../packages/studio/runs/find-causes.js';

type Tree = Parameters<typeof findCauses>[0];

function failed(
  executionId: string,
  { message, nodeId, children = [] }: { message: string; nodeId: string; children?: Tree[] },
): Tree {
  const failure = { errorType: 'Node.Failed', errorMessage: message };
  const nodes = [{ nodeId, errorType: 'Node.Failed', errorMessage: `${nodeId} failed` }];
  return { executionId, ...failure, parentNodeId: 'below', nodes, children } as unknown as Tree;
}

describe('findCauses', () => {
  test('a failure in an execution below, and in a call of it -> each step down to it, repeated sentences once', () => {
    const below = failed('one/below', { message: 'agent failed', nodeId: 'agent' });
    const causes = findCauses(failed('one', { message: 'All failed', nodeId: 'below', children: [below] }));
    expect(causes.map(({ place, message }) => [place, message])).toEqual([
      ['one', 'All failed'],
      ['one · below', 'below failed'],
      ['one/below · agent', 'agent failed'],
    ]);
    const call = { nodeId: 'agent', stepInNode: 2, model: 'm', errorType: 'Model.InvalidRequest' };
    const calls = [{ ...call, errorMessage: 'No such tool' }] as unknown as Parameters<
      typeof withCalls
    >[1]['calls'];
    expect(withCalls(causes, { executionId: 'one/below', calls }).at(-1)).toEqual({
      place: 'one/below · agent · 2 · m',
      type: 'Model.InvalidRequest',
      message: 'No such tool',
    });
  });

  test('an execution that did not fail -> no causes', () => {
    const tree = { ...failed('one', { message: '', nodeId: 'agent' }), errorMessage: null };
    expect(findCauses(tree)).toEqual([]);
  });
});
