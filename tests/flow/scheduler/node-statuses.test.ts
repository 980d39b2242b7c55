import { describe, expect, test } from 'vitest';
import { nodeStatuses } from '../../../flow/scheduler/node-statuses.js';
import { graphOf } from './graph-of.js';
import { Performer } from './performer.js';

describe('nodeStatuses', () => {
  test('one node of each -> by status, without loop bodies and unreachable nodes', () => {
    const graph = graphOf('t > a; a >error b; a > c; t > l; l >item x; x >next l; l > d; u > e');
    const performer = new Performer(graph).fail('a').open('l', 2);
    expect(nodeStatuses(graph, performer.step.state)).toEqual({
      pending: ['d'],
      running: ['b', 'l'],
      success: ['t'],
      failed: ['a'],
      skipped: ['c'],
    });
  });

  test('a loop to be closed -> running', () => {
    const graph = graphOf('t > l; l >item x; x >next l');
    expect(nodeStatuses(graph, new Performer(graph).open('l', 0).step.state).running).toEqual(['l']);
  });
});
