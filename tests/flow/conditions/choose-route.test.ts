import { describe, expect, test } from 'vitest';
import { chooseRoute } from '../../../flow/conditions/choose-route.js';
import type { SwitchConfig } from '../../../flow/kinds/switch.js';

const RULES: SwitchConfig['rules'] = [
  { field: 'triage.category', operator: 'equals', value: 'billing', route: 'money' },
  { field: 'triage.score', operator: 'gt', value: 5, route: 'urgent' },
  { field: 'triage.score', operator: 'exists', route: 'scored' },
];

describe('chooseRoute', () => {
  test.each([
    [{ triage: { category: 'billing', score: 9 } }, 'money'],
    [{ triage: { category: 'other', score: 9 } }, 'urgent'],
    [{ triage: { score: 1 } }, 'scored'],
    [{}, null],
    [null, null],
  ])('%j -> the first rule that holds: %s (P103)', (data, route) => {
    expect(chooseRoute({ rules: RULES }, data)).toBe(route);
  });

  test('no rule holds -> the other route only with a fallback (P103)', () => {
    expect(chooseRoute({ rules: RULES, fallback: true }, {})).toBe('__other__');
    expect(chooseRoute({ rules: [], fallback: false }, {})).toBeNull();
  });
});
