import { describe, expect, test } from 'vitest';
import { runningNodes } from '../../../flow/scheduler/running-nodes.js';
import { graphOf } from './graph-of.js';
import { Performer } from './performer.js';

describe('runningNodes', () => {
  const graph = graphOf('t > l; t > a; t > k; l >item x; k >item y; x >next l; y >next k; a > b');

  test('started, opened and closing runs -> in start order, with their events', () => {
    const performer = new Performer(graph).open('k', 2).open('l', 2).succeed('x@0').fail('y@0').succeed('a');
    expect(runningNodes(performer.step.state)).toStrictEqual([
      { kind: 'opened', nodeId: 'l', iteration: '', run: 0 },
      {
        kind: 'closing',
        nodeId: 'k',
        iteration: '',
        run: 2,
        isFailed: true,
        failedNodeId: 'y',
        failedIteration: '0',
      },
      { kind: 'started', nodeId: 'x', iteration: '1', run: 5, pausesFor: 'l' },
      { kind: 'started', nodeId: 'b', iteration: '', run: 6 },
    ]);
  });

  test('after the end by a failure -> the nodes that were still running', () => {
    const performer = new Performer(graph).fail('a');
    expect(runningNodes(performer.step.state).map(({ nodeId }) => nodeId)).toEqual(['l', 'k']);
  });

  test('after completion -> empty', () => {
    expect(runningNodes(new Performer(graphOf('t > a')).succeed('a').step.state)).toEqual([]);
  });
});
