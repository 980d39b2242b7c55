import { describe, expect, test } from 'vitest';
import { custom } from '../../../flow/kinds/custom.js';

describe('custom', () => {
  test("a name -> the project's own kind", () =>
    expect(custom('upper', { text: 'x' })).toEqual({ kind: 'custom:upper', config: { text: 'x' } }));
  test('a whole kind -> refused, with the correct form', () =>
    expect(() => custom('custom:upper', {})).toThrow("write custom('upper', …)"));
});
