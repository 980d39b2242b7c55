import type { GrammarCheck } from './run-checks.js';
import { listPartsOfType } from './loose-message.js';

export const checkSystemFirst: GrammarCheck = (messages, report) => {
  let isOpen = false;
  for (const [index, { role }] of messages.entries()) {
    if (role !== 'system') isOpen = true;
    else if (isOpen) report(index, 'is a system message that is not at the beginning');
  }
};

export const checkAlternation: GrammarCheck = (messages, report) => {
  let last: unknown;
  for (const [index, { role }] of messages.entries()) {
    if (role === 'system') continue;
    if (role === last && role !== 'tool') report(index, `is a second ${String(role)} message in a row`);
    last = role;
  }
};

export const checkCallingTurns: GrammarCheck = (messages, report) => {
  let last: unknown;
  for (const [index, message] of messages.entries()) {
    if (message.role === 'system') continue;
    if (last !== 'user' && last !== 'tool' && listPartsOfType(message, 'tool-call').length > 0)
      report(index, 'calls tools and is not right after a user message or tool results');
    last = message.role;
  }
};
