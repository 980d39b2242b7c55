import { describe, expect, test } from 'vitest';
import { groupByDay } from '../../packages/studio/chat/group-by-day.js';

describe('groupByDay', () => {
  test('two of one day, one older, one without messages -> the day once, by the creation if it has none', () => {
    const chat = (lastMessageAt: string | null) => ({
      isPinned: false,
      lastMessageAt,
      createdAt: '2020-03-01T12:00:00Z',
    });
    const chats = ['2020-05-02T12:00:00Z', '2020-05-02T11:00:00Z', '2020-05-01T12:00:00Z', null].map(chat);
    const days = groupByDay(chats).map(({ day }) => day);
    expect(days.map((day) => day !== undefined)).toEqual([true, false, true, true]);
    expect(new Set(days).size).toBe(4);
  });

  test('pinned ones of two days, then others -> one group before the days', () => {
    const chat = (isPinned: boolean, createdAt: string) => ({ isPinned, lastMessageAt: null, createdAt });
    const days = groupByDay([
      chat(true, '2020-05-02T12:00:00Z'),
      chat(true, '2020-05-01T12:00:00Z'),
      chat(false, '2020-05-02T12:00:00Z'),
    ]).map(({ day }) => day);
    expect(days).toEqual(['Pinned', undefined, expect.stringMatching(/2020/)]);
  });

  test('now -> today', () => {
    const now = new Date().toISOString();
    expect(groupByDay([{ isPinned: false, lastMessageAt: now, createdAt: now }])[0]?.day).toBe('today');
  });
});
