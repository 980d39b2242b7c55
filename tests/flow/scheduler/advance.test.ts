import { describe, expect, test } from 'vitest';
import { advance } from '../../../flow/scheduler/advance.js';
import type { ScheduleEvent } from '../../../flow/scheduler/schedule-event.js';
import { nodeStatuses } from '../../../flow/scheduler/node-statuses.js';
import { graphOf } from './graph-of.js';
import { Performer } from './performer.js';

const statusesOf = ({ graph, step }: Performer) => nodeStatuses(graph, step.state);

describe('advance', () => {
  test('a chain -> one node after the other, then completed', () => {
    const performer = new Performer(graphOf('t > a; a > b'));
    expect(performer.starts).toEqual(['a']);
    expect(performer.succeed('a').starts).toEqual(['b']);
    expect(performer.status).toBeUndefined();
    expect(performer.succeed('b').status).toBe('completed');
    expect(performer.runs.map(({ run }) => run)).toEqual([0, 1]);
  });

  test('P91 two triggers into one node -> only the branch of the fired one, without waiting for the other', () => {
    const performer = new Performer(graphOf('t > a; u > b; a > m; b > m'));
    expect(performer.starts).toEqual(['a']);
    expect(performer.succeed('a').starts).toEqual(['m']);
    expect(performer.succeed('m').status).toBe('completed');
    expect(statusesOf(performer).success).toEqual(['t', 'a', 'm']);
  });

  test.each([
    { route: 'x', starts: ['b', 'd'], skipped: ['c'] },
    { route: 'y', starts: ['c', 'd'], skipped: ['b'] },
    { route: 'z', starts: ['d'], skipped: ['b', 'c'] },
    { route: null, starts: ['d'], skipped: ['b', 'c'] },
    { route: undefined, starts: ['d'], skipped: ['b', 'c'] },
  ])(
    'P92 a switch that chose $route -> its edges, and those without a route',
    ({ route, starts, skipped }) => {
      const performer = new Performer(graphOf('t > s; s >x b; s >y c; s > d')).succeed('s', route);
      expect(performer.starts).toEqual(starts);
      expect(statusesOf(performer).skipped).toEqual(skipped);
    },
  );

  test.each([
    ['b', 'c'],
    ['c', 'b'],
  ])('P94 a diamond, %s first -> the merge runs once, after both', (first, second) => {
    const performer = new Performer(graphOf('t > a; a > b; a > c; b > m; c > m'));
    expect(performer.succeed('a').starts).toEqual(['b', 'c']);
    expect(performer.succeed(first).starts).toEqual([]);
    expect(performer.succeed(second).starts).toEqual(['m']);
    expect(performer.succeed('m').status).toBe('completed');
  });

  test('P95 a switch before a merge -> the merge does not wait for the branch that was not taken', () => {
    const performer = new Performer(graphOf('t > s; s >x b; s >y c; b > m; c > m')).succeed('s', 'y');
    expect(performer.starts).toEqual(['c']);
    expect(performer.succeed('c').starts).toEqual(['m']);
    expect(performer.succeed('m').status).toBe('completed');
  });

  test('a switch without a route before a merge -> all skipped, completed', () => {
    const performer = new Performer(graphOf('t > s; s >x b; s >y c; b > m; c > m')).succeed('s', null);
    expect(performer.status).toBe('completed');
    expect(statusesOf(performer).skipped).toEqual(['b', 'c', 'm']);
  });

  test('a long branch that is not taken -> skipped to its end, the merge waits for the other', () => {
    const long = Array.from({ length: 5000 }, (_, at) => `n${at} > n${at + 1}`).join('; ');
    const performer = new Performer(graphOf(`t > s; t > a; s >x n0; ${long}; n5000 > m; a > m`));
    expect(performer.succeed('s', null).starts).toEqual([]);
    expect(statusesOf(performer).skipped).toHaveLength(5001);
    expect(performer.succeed('a').starts).toEqual(['m']);
  });

  test('two edges between the same nodes -> one start', () => {
    expect(new Performer(graphOf('t > s; s >x b; s >y b; s > b')).succeed('s', 'x').starts).toEqual(['b']);
  });

  test('a skipped chain of such pairs -> every node is skipped once', () => {
    const pairs = Array.from({ length: 60 }, (_, at) => `n${at} >x n${at + 1}; n${at} >y n${at + 1}`).join(
      ';',
    );
    const performer = new Performer(graphOf(`t > n0; ${pairs}`)).succeed('n0', null);
    expect(performer.status).toBe('completed');
    expect(statusesOf(performer).skipped).toHaveLength(60);
  });

  test('several nodes become ready -> started in the order of the definition', () => {
    const graph = graphOf('t > a; a > d; a > c; a > b');
    const performer = new Performer({ ...graph, nodes: [...graph.nodes].reverse() });
    expect(performer.succeed('a').starts).toEqual(['b', 'c', 'd']);
    expect(performer.step.start.map(({ run }) => run)).toEqual([1, 2, 3]);
  });

  test('a failure with error edges -> those are taken, the others are dead, completed', () => {
    const performer = new Performer(graphOf('t > a; a >error h; a > b; b > m; h > m')).fail('a');
    expect(performer.starts).toEqual(['h']);
    expect(statusesOf(performer)).toMatchObject({ failed: ['a'], skipped: ['b'] });
    expect(performer.succeed('h').starts).toEqual(['m']);
    expect(performer.succeed('m').status).toBe('completed');
  });

  test('a success with error edges -> those are dead', () => {
    const performer = new Performer(graphOf('t > a; a >error h; a > b')).succeed('a');
    expect(performer.starts).toEqual(['b']);
    expect(statusesOf(performer).skipped).toEqual(['h']);
  });

  test('an unhandled failure at the top level -> failed at once, no further node starts', () => {
    const performer = new Performer(graphOf('t > a; t > b; a > c; b > d')).fail('a');
    expect(performer.step.ended).toEqual({ status: 'failed', nodeId: 'a', iteration: '' });
    expect(performer.starts).toEqual([]);
  });

  test.each<ScheduleEvent>([
    { kind: 'succeeded', nodeId: 'b', iteration: '' },
    { kind: 'failed', nodeId: 'b', iteration: '' },
    { kind: 'loop-opened', nodeId: 'nobody', iteration: '3', total: 1 },
  ])('$kind after the end -> changes nothing', (event) => {
    const performer = new Performer(graphOf('t > a; t > b; b > d')).fail('a');
    const { state, ended } = performer.step;
    expect(performer.report(event).step).toStrictEqual({ state, ended, start: [], stop: [], close: [] });
  });

  test('ids named like members of every object -> ordinary nodes', () => {
    const performer = new Performer(
      graphOf('t > constructor; t > __proto__; constructor > m; __proto__ > m'),
    );
    expect(performer.starts).toEqual(['constructor', '__proto__']);
    expect(performer.succeed('__proto__').starts).toEqual([]);
    expect(performer.succeed('constructor').starts).toEqual(['m']);
  });
});

describe('advance with an event that does not fit', () => {
  const loop = 't > l; l >item x; x >next l; l > z';
  const isNotStarted = "in iteration '' was not started";

  test.each([
    { problem: 'an unknown node', walk: () => start('t > a').succeed('zz'), error: `'zz' ${isNotStarted}` },
    { problem: 'not started', walk: () => start('t > a; a > b').succeed('b'), error: `'b' ${isNotStarted}` },
    { problem: 'out of reach', walk: () => start('t > a; u > b').fail('b'), error: `'b' ${isNotStarted}` },
    {
      problem: 'another iteration',
      walk: () => start('t > a').succeed('a@3'),
      error: "'a' in iteration '3' was not started",
    },
    {
      problem: 'succeeded twice',
      walk: () => start('t > a; t > b').succeed('a').succeed('a'),
      error: "'a' in iteration '' cannot succeed now",
    },
    {
      problem: 'failed after it succeeded',
      walk: () => start('t > a; t > b').succeed('a').fail('a'),
      error: "'a' in iteration '' cannot fail now",
    },
    {
      problem: 'no loop',
      walk: () => start('t > a').open('a', 1),
      error: "'a' in iteration '' is not a loop",
    },
    {
      problem: 'opened twice',
      walk: () => start(loop).open('l', 1).open('l', 1),
      error: "'l' in iteration '' is not a loop to be opened",
    },
    {
      problem: '-1 items',
      walk: () => start(loop).open('l', -1),
      error: "'l' in iteration '' has '-1' items",
    },
    { problem: 'half an item', walk: () => start(loop).open('l', 0.5), error: "has '0.5' items" },
    { problem: 'a loop unopened', walk: () => start(loop).succeed('l'), error: "'l' in iteration '' cannot" },
    {
      problem: 'a loop with items under way succeeded',
      walk: () => start(loop).open('l', 1).succeed('l'),
      error: "'l' in iteration '' cannot succeed now",
    },
    {
      problem: 'a loop with items under way failed',
      walk: () => start(loop).open('l', 1).fail('l'),
      error: "'l' in iteration '' cannot fail now",
    },
    {
      problem: 'a loop succeeded that its items made fail',
      walk: () => start(loop).open('l', 1).fail('x@0').succeed('l'),
      error: "'l' in iteration '' cannot succeed now",
    },
    {
      problem: 'an item that is over',
      walk: () => start(loop).open('l', 2).succeed('x@0').succeed('x@0'),
      error: "'x' in iteration '0' was not started",
    },
  ])('$problem -> an error with node and iteration', ({ walk, error }) => {
    expect(walk).toThrow(error);
  });

  test('a huge id -> shown shortened', () => {
    const { state } = start('t > a').step;
    const event: ScheduleEvent = { kind: 'failed', nodeId: 'x'.repeat(1e6), iteration: '1'.repeat(1e6) };
    const graph = graphOf('t > a');
    expect(() => advance({ graph, state, event })).toThrow(/^.{100,300}$/);
  });

  function start(text: string): Performer {
    return new Performer(graphOf(text));
  }
});
