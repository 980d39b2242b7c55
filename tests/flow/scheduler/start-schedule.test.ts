import { describe, expect, test } from 'vitest';
import { startSchedule } from '../../../flow/scheduler/start-schedule.js';
import { graphOf } from './graph-of.js';
import { Performer } from './performer.js';

describe('startSchedule', () => {
  test('a trigger without edges -> completed at once', () => {
    const graph = { nodes: [{ id: 't', kind: 'manual' }], edges: [] };
    expect(startSchedule(graph, 't')).toMatchObject({ start: [], close: [], ended: { status: 'completed' } });
  });

  test("P91 the same graph with either trigger -> only that trigger's branch", () => {
    const graph = graphOf('t > a; u > b');
    expect(new Performer(graph, 't').starts).toEqual(['a']);
    expect(new Performer(graph, 'u').starts).toEqual(['b']);
  });

  test('500 nodes after the trigger -> all at once, numbered in their order', () => {
    const graph = graphOf(Array.from({ length: 500 }, (_, at) => `t > n${at}`).join(';'));
    const { start } = startSchedule(graph, 't');
    expect(start).toHaveLength(500);
    expect(start[499]).toEqual({ nodeId: 'n499', iteration: '', run: 499 });
  });

  test('an unknown trigger -> an error with its name', () => {
    expect(() => startSchedule(graphOf('t > a'), 'u')).toThrow("Trigger 'u' is not in the graph");
  });
});
