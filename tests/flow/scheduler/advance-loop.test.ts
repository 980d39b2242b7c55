import { describe, expect, test } from 'vitest';
import { advance } from '../../../flow/scheduler/advance.js';
import { nodeStatuses } from '../../../flow/scheduler/node-statuses.js';
import { startSchedule } from '../../../flow/scheduler/start-schedule.js';
import { graphOf } from './graph-of.js';
import { Performer } from './performer.js';

const LOOP = 't > l; l >item x; x > y; y >next l; l > z';
const closed = { nodeId: 'l', iteration: '', run: 0, isFailed: false };

describe('advance with a loop', () => {
  test('P97 over 0 items -> the body is skipped, the loop is closed at once', () => {
    const performer = new Performer(graphOf(LOOP)).open('l', 0);
    expect(performer.step).toMatchObject({ start: [], close: [closed] });
    expect(performer.succeed('l').starts).toEqual(['z']);
    expect(performer.succeed('z').status).toBe('completed');
  });

  test('no body -> closed at once, regardless of the number of items', () => {
    const { nodes, edges } = graphOf('t > a; a > z');
    const loop = { id: 'l', kind: 'loop', loop: { parallel: 1, onError: 'stop' } } as const;
    const performer = new Performer({ nodes: [...nodes, loop], edges: [...edges, { from: 't', to: 'l' }] });
    expect(performer.open('l', Number.MAX_SAFE_INTEGER).closes).toMatchObject([
      { nodeId: 'l', isFailed: false },
    ]);
  });

  test('P97 over 1 item -> its body, then closed under the ordinal of its start', () => {
    const performer = new Performer(graphOf(LOOP)).open('l', 1);
    expect(performer.step.start).toEqual([{ nodeId: 'x', iteration: '0', run: 1 }]);
    expect(performer.succeed('x@0').step.start).toEqual([{ nodeId: 'y', iteration: '0', run: 2 }]);
    expect(performer.succeed('y@0').closes).toEqual([closed]);
    expect(performer.starts).toEqual([]);
    expect(performer.succeed('l').starts).toEqual(['z']);
  });

  test('one item at a time -> in order, the pause before the first nodes of item 1 and later', () => {
    const performer = new Performer(graphOf(LOOP)).open('l', 3).succeed('x@0');
    expect(performer.succeed('y@0').step.start).toEqual([
      { nodeId: 'x', iteration: '1', run: 3, pausesFor: 'l' },
    ]);
    expect(performer.succeed('x@1').step.start).toEqual([{ nodeId: 'y', iteration: '1', run: 4 }]);
    expect(performer.succeed('y@1').starts).toEqual(['x@2']);
    expect(performer.closes).toEqual([]);
  });

  test('2 at once over 4 items -> the next starts when any is done', () => {
    const performer = new Performer(graphOf('t > l; l >item x; x >next l', { l: { parallel: 2 } })).open(
      'l',
      4,
    );
    expect(performer.starts).toEqual(['x@0', 'x@1']);
    expect(performer.succeed('x@1').starts).toEqual(['x@2']);
    expect(performer.succeed('x@2').starts).toEqual(['x@3']);
    expect(performer.succeed('x@3').step).toMatchObject({ start: [], close: [] });
    expect(performer.succeed('x@0').closes).toEqual([closed]);
  });

  test('several nodes in several items -> item by item, in the order of the definition', () => {
    const graph = graphOf('t > l; l >item b; l >item a; a > c; b > c; l >item c', { l: { parallel: 9 } });
    expect(new Performer(graph).open('l', 2).starts).toEqual(['b@0', 'a@0', 'b@1', 'a@1']);
  });

  test('a switch in the body -> the item is done although a branch was skipped', () => {
    const graph = graphOf('t > l; l >item s; s >x a; s >y b; a >next l; b >next l');
    const performer = new Performer(graph).open('l', 2).succeed('s@0', 'y');
    expect(performer.starts).toEqual(['b@0']);
    expect(performer.succeed('b@0').starts).toEqual(['s@1']);
    expect(performer.succeed('s@1', null).closes).toEqual([closed]);
  });

  test('stop, a failed item of several -> no further item starts, everything that runs in the loop is stopped', () => {
    const graph = graphOf('t > l; t > o; l >item a; l >item b; a > c; b > d; l > z; l >error h', {
      l: { parallel: 2 },
    });
    const performer = new Performer(graph).open('l', 3).succeed('a@1').fail('a@0');
    expect(performer.stops).toEqual(['b@0', 'b@1', 'c@1']);
    expect(performer.succeed('b@0').step).toMatchObject({ start: [], stop: [], close: [] });
    expect(performer.succeed('b@1').step).toMatchObject({ start: [], stop: [], close: [] });
    expect(performer.fail('c@1').step).toMatchObject({ start: [], stop: [] });
    expect(performer.closes).toEqual([
      { ...closed, isFailed: true, failedNodeId: 'a', failedIteration: '0' },
    ]);
    expect(performer.fail('l').starts).toEqual(['h']);
    expect(performer.succeed('h').succeed('o').status).toBe('completed');
    expect(nodeStatuses(graph, performer.step.state)).toMatchObject({ failed: ['l'], skipped: ['z'] });
  });

  test('stop, a stopped node with an error edge -> its target does not start', () => {
    const graph = graphOf('t > l; l >item x; l >item y; y >error h', {
      l: { parallel: 2 },
    });
    const performer = new Performer(graph).open('l', 2).fail('x@0');
    expect(performer.stops).toEqual(['y@0', 'x@1', 'y@1']);
    expect(performer.fail('y@0').fail('y@1').starts).toEqual([]);
  });

  test("stop, one at a time, a node of the item fails -> the item's other nodes finish, and no further node starts", () => {
    const graph = graphOf('t > l; l >item a; l >item b; b > c');
    const performer = new Performer(graph).open('l', 2).fail('a@0');
    expect(performer.step).toMatchObject({ start: [], stop: [], close: [] });
    expect(performer.succeed('b@0').closes).toMatchObject([{ isFailed: true, failedIteration: '0' }]);
  });

  test('P98 continue, a failed item of several -> the others continue', () => {
    const graph = graphOf('t > l; l >item a; a > c', { l: { parallel: 2, onError: 'continue' } });
    const performer = new Performer(graph).open('l', 2).fail('a@0');
    expect(performer.stops).toEqual([]);
    expect(performer.succeed('a@1').starts).toEqual(['c@1']);
  });

  test('stop, two failed items -> the first failure is reported', () => {
    const graph = graphOf('t > l; l >item x', { l: { parallel: 2 } });
    expect(new Performer(graph).open('l', 2).fail('x@1').fail('x@0').closes).toMatchObject([
      { isFailed: true, failedNodeId: 'x', failedIteration: '1' },
    ]);
  });

  test('stop, without an error edge -> the failed loop ends the schedule', () => {
    const performer = new Performer(graphOf(LOOP)).open('l', 2).fail('x@0');
    expect(performer.status).toBeUndefined();
    expect(performer.fail('l').step.ended).toEqual({ status: 'failed', nodeId: 'l', iteration: '' });
  });

  test('P98 continue, a failed item -> the next one starts, the loop succeeds', () => {
    const performer = new Performer(graphOf(LOOP, { l: { onError: 'continue' } })).open('l', 2);
    expect(performer.fail('x@0').starts).toEqual(['x@1']);
    expect(performer.fail('x@1').closes).toEqual([closed]);
    expect(performer.succeed('l').starts).toEqual(['z']);
  });

  test('a handled failure in the body -> the item continues', () => {
    const performer = new Performer(graphOf('t > l; l >item x; x >error h; h >next l')).open('l', 1);
    expect(performer.fail('x@0').starts).toEqual(['h@0']);
    expect(performer.succeed('h@0').closes).toEqual([closed]);
  });

  test('a list that could not be evaluated, a result that could not be stored -> the loop fails', () => {
    const graph = graphOf(`${LOOP}; l >error h`);
    expect(new Performer(graph).fail('l').starts).toEqual(['h']);
    expect(new Performer(graph).open('l', 0).fail('l').starts).toEqual(['h']);
  });

  test('two loops side by side with the same iterations -> do not affect each other', () => {
    const performer = new Performer(graphOf('t > l; t > k; l >item x; k >item y; x >next l; y >next k'));
    performer.open('l', 1).open('k', 1);
    expect(performer.succeed('x@0').closes).toMatchObject([{ nodeId: 'l' }]);
    expect(() => performer.succeed('x@0')).toThrow("'x' in iteration '0' was not started");
    expect(performer.succeed('y@0').closes).toMatchObject([{ nodeId: 'k' }]);
  });

  test('10,000 items one at a time -> the state does not grow', () => {
    const graph = graphOf(LOOP);
    const event = (nodeId: string, iteration: string) => ({ kind: 'succeeded', nodeId, iteration }) as const;
    let { state } = startSchedule(graph, 't');
    state = advance({
      graph,
      state,
      event: { kind: 'loop-opened', nodeId: 'l', iteration: '', total: 10_000 },
    }).state;
    const atFirst = JSON.stringify(state).length;
    for (let index = 0; index < 9999; index++) {
      state = advance({ graph, state, event: event('x', `${index}`) }).state;
      state = advance({ graph, state, event: event('y', `${index}`) }).state;
    }
    expect(JSON.stringify(state).length).toBeLessThan(atFirst + 50);
    state = advance({ graph, state, event: event('x', '9999') }).state;
    expect(advance({ graph, state, event: event('y', '9999') }).close).toEqual([closed]);
  });
});

describe('advance with a loop in a loop', () => {
  const NESTED = 't > l; l >item m; m >item x; x >next m; m > y; y >next l; l > z';

  test('2 items of 2 items -> nested iterations, each loop closed under its own ordinal', () => {
    const performer = new Performer(graphOf(NESTED)).open('l', 2);
    expect(performer.open('m@0', 2).starts).toEqual(['x@0.0']);
    expect(performer.succeed('x@0.0').step.start).toMatchObject([{ iteration: '0.1', pausesFor: 'm' }]);
    expect(performer.succeed('x@0.1').closes).toEqual([
      { nodeId: 'm', iteration: '0', run: 1, isFailed: false },
    ]);
    expect(performer.succeed('m@0').starts).toEqual(['y@0']);
    expect(performer.succeed('y@0').step.start).toMatchObject([
      { nodeId: 'm', iteration: '1', pausesFor: 'l' },
    ]);
    expect(performer.open('m@1', 0).closes).toMatchObject([{ nodeId: 'm', iteration: '1' }]);
    expect(performer.succeed('m@1').succeed('y@1').closes).toEqual([closed]);
    expect(performer.succeed('l').succeed('z').status).toBe('completed');
  });

  test('the inner loop fails -> the item of the outer one fails, which continues', () => {
    const performer = new Performer(graphOf(NESTED, { l: { onError: 'continue' } })).open('l', 2);
    expect(performer.open('m@0', 2).fail('x@0.0').closes).toMatchObject([
      { nodeId: 'm', isFailed: true, failedNodeId: 'x', failedIteration: '0.0' },
    ]);
    expect(performer.fail('m@0').starts).toEqual(['m@1']);
  });

  test.each(['stop', 'continue'] as const)(
    'a sibling of the inner loop (%s) fails -> it starts no further node and is closed as failed',
    (onError) => {
      const graph = graphOf('t > l; l >item a; l >item m; m >item x; x > y; m >error h; l > z', {
        m: { parallel: 2, onError },
      });
      const performer = new Performer(graph).open('l', 2).open('m@0', 3).fail('a@0');
      expect(performer.succeed('x@0.0').step).toMatchObject({ start: [], close: [] });
      expect(performer.succeed('x@0.1').step).toMatchObject({
        start: [],
        close: [{ nodeId: 'm', iteration: '0', isFailed: true, failedNodeId: 'a', failedIteration: '0' }],
      });
      expect(performer.fail('m@0').step).toMatchObject({
        start: [],
        close: [{ nodeId: 'l', iteration: '', isFailed: true, failedNodeId: 'a', failedIteration: '0' }],
      });
    },
  );

  test('an item of the outer loop fails -> what runs in loops inside its other items is stopped, other loops continue', () => {
    const graph = graphOf('t > l; t > k; l >item a; l >item m; m >item x; x > y; k >item w; w > v', {
      l: { parallel: 2 },
      k: { parallel: 2 },
    });
    const performer = new Performer(graph).open('k', 1).open('l', 2).open('m@1', 2).succeed('a@1');
    expect(performer.fail('a@0').stops).toEqual(['m@0', 'x@1.0']);
    expect(performer.fail('x@1.0').closes).toMatchObject([
      { nodeId: 'm', iteration: '1', isFailed: true, failedNodeId: 'a', failedIteration: '0' },
    ]);
    expect(performer.fail('m@1').closes).toEqual([]);
    expect(performer.fail('m@0').closes).toMatchObject([{ nodeId: 'l', isFailed: true }]);
    expect(performer.succeed('w@0').starts).toEqual(['v@0']);
  });

  test('an item of the inner loop fails -> items of the outer loop beside it continue', () => {
    const graph = graphOf('t > l; l >item m; m >item x; x > y; m >error h', {
      l: { parallel: 2 },
      m: { parallel: 2 },
    });
    const performer = new Performer(graph).open('l', 2).open('m@0', 2).open('m@1', 2);
    expect(performer.fail('x@0.0').stops).toEqual(['x@0.1']);
    expect(performer.succeed('x@1.0').starts).toEqual(['y@1.0']);
    expect(performer.fail('x@0.1').fail('m@0').starts).toEqual(['h@0']);
  });

  test('a sibling fails before the inner loop opens -> none of its items starts', () => {
    const performer = new Performer(graphOf('t > l; l >item a; l >item m; m >item x'))
      .open('l', 1)
      .fail('a@0');
    expect(performer.open('m@0', 5).step).toMatchObject({
      start: [],
      close: [{ nodeId: 'm', isFailed: true }],
    });
  });
});
