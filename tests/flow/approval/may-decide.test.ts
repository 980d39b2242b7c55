import { describe, expect, test } from 'vitest';
import { mayDecide, mayRequesterDecide } from '../../../flow/approval/may-decide.js';

const CALLERS = {
  requester: { user: 'ada', roles: [], isOperator: false },
  other: { user: 'bob', roles: [], isOperator: false },
  staff: { user: 'sue', roles: ['support', 'staff'], isOperator: false },
  requesterOfStaff: { user: 'ada', roles: ['staff'], isOperator: false },
  program: { user: undefined, roles: [], isOperator: false },
  operator: { user: undefined, roles: [], isOperator: true },
};

describe('mayDecide', () => {
  test.each([
    [
      'the requesting user',
      { requester: 'ada', approvers: null },
      ['requester', 'requesterOfStaff', 'operator'],
    ],
    ['a role', { requester: 'ada', approvers: ['staff'] }, ['staff', 'requesterOfStaff', 'operator']],
    ['another role', { requester: 'ada', approvers: ['finance'] }, ['operator']],
    ['the user of an execution without one', { requester: null, approvers: null }, ['operator']],
  ] as const)('asks %s -> only these callers may answer', (_, question, allowed) => {
    const may = Object.entries(CALLERS).filter(([, caller]) => mayDecide(question, caller));
    expect(may.map(([name]) => name)).toEqual(allowed);
  });
});

describe('mayRequesterDecide', () => {
  test('asks the requesting user, or a role -> yes, or no', () => {
    expect([{ approvers: null }, { approvers: ['staff'] }].map(mayRequesterDecide)).toEqual([true, false]);
  });
});
