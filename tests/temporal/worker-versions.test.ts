import { describe, expect, test } from 'vitest';
import { keepLive } from '../../temporal/worker-versions.js';

const pollers = [{ identity: 'live@host' }, { identity: 'stopped@host' }];

describe('keepLive', () => {
  test('a poller that is not live -> dropped', () => {
    expect(keepLive(pollers, new Set(['live@host', 'starting@host']))).toEqual([{ identity: 'live@host' }]);
  });

  test('no live worker -> no poller', () => {
    expect(keepLive(pollers, new Set())).toEqual([]);
  });

  test('live workers are unknown -> all pollers', () => {
    expect(keepLive(pollers, undefined)).toEqual(pollers);
  });
});
