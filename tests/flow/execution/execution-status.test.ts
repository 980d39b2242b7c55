import { describe, expect, test } from 'vitest';
import { EXECUTION_STATUSES, isFinal, TURN_STATUSES } from '../../../flow/execution/execution-status.js';

describe('isFinal', () => {
  test.each([...new Set([...EXECUTION_STATUSES, ...TURN_STATUSES])])(
    '%s -> final unless work remains',
    (status) => {
      expect(isFinal(status)).toBe(!['pending', 'queued', 'running', 'interrupted'].includes(status));
    },
  );
});
