import { describe, expect, test } from 'vitest';
import { formatBranches } from '../../../cli/branches/format-branches.js';
import { createStyle } from '../../../cli/format/style.js';
import type { ListedBranch } from '../../../views/conversation.js';

const plain = createStyle(false);

describe('formatBranches', () => {
  test('two branches -> where the second begins, and a star at the current one', () => {
    const at = new Date('2026-03-01T10:20:30Z');
    const first: ListedBranch = {
      number: 0,
      isCurrent: false,
      parent: null,
      ofTurnId: null,
      turnId: null,
      beginsAfter: 0,
      messages: 6,
      firstWords: 'Hi.',
      createdAt: at,
      updatedAt: at,
    };
    const second = {
      ...first,
      number: 1,
      isCurrent: true,
      parent: 0,
      beginsAfter: 2,
      messages: 2,
      firstWords: null,
    };
    expect(formatBranches([first, second], plain)).toBe(
      [
        'BRANCH  BEGINS                       MESSAGES  UPDATED            FIRST WORDS',
        '     0  -                                   6  2026-03-01 10:20Z  Hi.',
        '   * 1  after message 2 of branch 0         2  2026-03-01 10:20Z  (no messages yet)',
      ].join('\n'),
    );
  });

  test('a conversation that does not exist -> prints that it does not exist', () =>
    expect(formatBranches([], plain)).toBe('No messages yet'));
});
