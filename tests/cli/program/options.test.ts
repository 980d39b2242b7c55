import { describe, expect, test } from 'vitest';
import {
  formatConversationOptions,
  parseExecutionStatus,
  parseWholeNumber,
} from '../../../cli/program/options.js';

describe('parseWholeNumber', () => {
  test('a number in its range -> accepted', () => expect(parseWholeNumber(500)('500')).toBe(500));
  test.each(['0', '501', '-1', '1.5', '1e2', '', ' 7', 'x'])('%j -> refused', (value) =>
    expect(() => parseWholeNumber(500)(value)).toThrow('It must be a whole number from 1 to 500'),
  );
});

describe('parseExecutionStatus', () => {
  test('a known value -> accepted', () => expect(parseExecutionStatus('failed')).toBe('failed'));
  test('an unknown value -> refused with the known ones', () =>
    expect(() => parseExecutionStatus('FAILED')).toThrow(
      'running, interrupted, completed, failed, cancelled',
    ));
});

describe('formatConversationOptions', () => {
  test('what differs from the defaults -> the options that a shell reads as the same names', () => {
    expect(formatConversationOptions({ flow: 'research', user: 'ada', channel: "it's; rm" })).toBe(
      "--flow research --user ada --channel 'it'\\''s; rm'",
    );
    expect(formatConversationOptions({ flow: 'assistant', thread: 'badge' })).toBe('--thread badge');
  });
});
