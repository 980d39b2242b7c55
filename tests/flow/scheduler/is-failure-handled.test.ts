import { describe, expect, test } from 'vitest';
import { isFailureHandled } from '../../../flow/scheduler/is-failure-handled.js';
import { graphOf } from './graph-of.js';

describe('isFailureHandled', () => {
  const graph = graphOf('t > a; a >error h; t > b; b > l; l >item x; x >next l');

  test.each([
    { nodeId: 'a', iteration: '', isHandled: true, why: 'an error edge' },
    { nodeId: 'b', iteration: '', isHandled: false, why: 'no error edge' },
    { nodeId: 'l', iteration: '', isHandled: false, why: 'a loop at the top' },
    { nodeId: 'x', iteration: '3', isHandled: true, why: 'in the body of a loop' },
  ])('$why -> $isHandled', ({ isHandled, ...failure }) => {
    expect(isFailureHandled(graph, failure)).toBe(isHandled);
  });
});
