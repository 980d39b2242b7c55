import { describe, expect, test } from 'vitest';
import { custom } from '../../../flow/kinds/custom.js';

describe('custom', () => {
  test('a name -> the kind that the project brings', () =>
    expect(custom('upper', { text: 'x' })).toEqual({ kind: 'custom:upper', config: { text: 'x' } }));
  test('a whole kind -> refused with how it is written', () =>
    expect(() => custom('custom:upper', {})).toThrow("write custom('upper', …)"));
});
