import { describe, expect, test } from 'vitest';
import { readCallId } from '../../../client/explain/read-call-id.js';

describe('readCallId', () => {
  test.each([
    ['execution/f/x/agent/3', { step: 3, executionIds: ['execution/f/x', 'execution/f', 'execution'] }],
    [
      'execution/f/x/agent/2200000001',
      { step: 2_200_000_001, executionIds: ['execution/f/x', 'execution/f', 'execution'] },
    ],
  ])("'%s' -> %j", (id, readings) => {
    expect(readCallId(id)).toEqual(readings);
  });

  test.each(['execution/f/x/agent/0', 'execution/f/x/agent/1234567890123'])("'%s' -> no execution", (id) => {
    expect(readCallId(id).executionIds).toEqual([]);
  });
});
