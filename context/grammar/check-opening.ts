import type { GrammarCheck } from './run-checks.js';

export const checkOpening: GrammarCheck = (messages, report) => {
  const first = messages.findIndex(({ role }) => role !== 'system');
  if (first === -1) report(messages.length, 'is missing: there is nothing besides system messages');
  else if (messages[first]?.role !== 'user')
    report(first, 'is the first after the system messages and not a user message');
};
