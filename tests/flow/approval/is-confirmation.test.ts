import { describe, expect, test } from 'vitest';
import { isConfirmation } from '../../../flow/approval/is-confirmation.js';

describe('isConfirmation', () => {
  test.each(['Yes', 'Y ', '1', 'yes', '\tCONFIRM\n', 'True', 'y'])('%j -> confirmed (P100)', (answer) => {
    expect(isConfirmation(answer)).toBe(true);
  });

  test.each(['ok', '', ' ', 'no', 'yes please', '11', 'yess', 'true.', 'ｙ', '__proto__'])(
    '%j -> not confirmed (P100)',
    (answer) => {
      expect(isConfirmation(answer)).toBe(false);
    },
  );
});
