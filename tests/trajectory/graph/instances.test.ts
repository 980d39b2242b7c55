import { describe, expect, test } from 'vitest';
import { createInstances } from '../../../trajectory/graph/instances.js';
import { TrajectoryError } from '../../../trajectory/graph/trajectory-error.js';
import { add, CREATED_AT, ownerOf, QUERY } from '../rounds.js';

const { subAgent: _, ...PLACE } = ownerOf(1);

describe('createInstances', () => {
  test('same tuple -> the same graph', () => {
    const instances = createInstances();
    const graph = instances.open(ownerOf(1));
    expect(instances.open({ ...ownerOf(1) })).toBe(graph);
    expect(instances.find(ownerOf(1))).toBe(graph);
    expect(instances.open(ownerOf(2))).not.toBe(graph);
  });

  test('C41: two sub-agents in one round -> graphs and pointers of their own', () => {
    const instances = createInstances();
    const [one, two] = ['one', 'two'].map((agent) => instances.open(ownerOf(1, agent)));
    for (const graph of [one!, two!]) graph.register({ type: 'Query', createdAt: CREATED_AT });
    add(one!, 'State', { predecessors: [QUERY] });
    expect(two!.snapshot()).toMatchObject({ nodes: [{ id: QUERY }], edges: [], pointers: [QUERY] });
    expect(one!.pointers).toEqual(['State(state00000)']);
  });

  test('C43: sub-agent omitted -> the only existing one; an error with none, or several', () => {
    const instances = createInstances();
    expect(() => instances.find(PLACE)).toThrow('No trajectory is open for round 1');
    const one = instances.open(ownerOf(1, 'one'));
    expect(instances.find(PLACE)).toBe(one);
    instances.open(ownerOf(1, 'two'));
    expect(() => instances.find(PLACE)).toThrow("Name a sub-agent of: 'one', 'two'");
    expect(() => instances.find(ownerOf(1, 'three'))).toThrow(TrajectoryError);
    expect(() => instances.find({ ...PLACE, user: 'eve' })).toThrow('No trajectory is open');
  });

  test('C43: dropped, then requested -> a new one', () => {
    const instances = createInstances();
    const graph = instances.open(ownerOf(1));
    graph.register({ type: 'Query', createdAt: CREATED_AT });
    instances.drop(ownerOf(1));
    instances.drop(ownerOf(1));
    expect(() => instances.find(PLACE)).toThrow('No trajectory is open');
    const fresh = instances.open(ownerOf(1), { numbers: { Query: 4 } });
    expect(fresh.nodes).toEqual([]);
    expect(add(fresh, 'Query')).toBe('Query(query00004)');
  });

  test('tuples that look alike when joined -> graphs of their own', () => {
    const instances = createInstances();
    const one = instances.open({ user: 'a', session: 'b,"c', round: 1, subAgent: 'x' });
    const two = instances.open({ user: 'a,"b', session: 'c', round: 1, subAgent: 'x' });
    expect(one).not.toBe(two);
    expect(instances.open(ownerOf(1, '__proto__'))).not.toBe(instances.open(ownerOf(1, 'constructor')));
  });
});
