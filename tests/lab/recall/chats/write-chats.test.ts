import { describe, expect, test } from 'vitest';
import { writeAssistantChats } from '../../../../packages/lab/recall/chats/write-chats.js';
import { readRecallLine } from '../../../../cli/recall/read-recall-line.js';

describe('writeAssistantChats', () => {
  test('written twice -> the same texts', () => {
    const firstThree = () => {
      const chats = writeAssistantChats('assistant');
      return Array.from({ length: 3 }, () => String(chats.next().value));
    };
    const chats = firstThree();
    expect(firstThree()).toEqual(chats);
    expect(new Set(chats).size).toBe(3);
  });

  test.each(['assistant', 'unseen'] as const)(
    "the set '%s' -> 200 to 3,000 messages, ten types, evidence where it should be, no slot left",
    (set) => {
      const lines = [...writeAssistantChats(set)];
      const chats = lines.map((line) => readRecallLine(JSON.parse(line)));
      expect(chats.map(({ messages }) => messages.length)).toEqual([200, 400, 800, 3_000]);
      const questions = chats.flatMap((chat) => chat.questions.map((question) => ({ ...question, chat })));
      expect(new Set(questions.map(({ type }) => type)).size).toBe(10);
      for (const { type, evidence, chat } of questions) {
        const role = type === 'what the assistant said' ? 'assistant' : 'user';
        expect(evidence.map((seq) => chat.messages[seq - 1]?.role)).toEqual(evidence.map(() => role));
      }
      const texts = chats.flatMap(({ messages }) =>
        messages.filter(({ role }) => role === 'user').map(({ text }) => text),
      );
      expect(texts.filter((text) => /\{\w+\}/.test(text))).toEqual([]);
      expect(lines.some((line) => line.includes('```'))).toBe(true);
    },
  );

  test("the set 'changes' -> the same twenty statements in each chat, each stated twice, in order", () => {
    const chats = [...writeAssistantChats('changes')].map((line) => readRecallLine(JSON.parse(line)));
    expect(chats.map(({ messages }) => messages.length)).toEqual([400, 800, 3_000]);
    const [first = [], ...others] = chats.map(({ questions }) =>
      questions.map(({ question }) => question).sort(),
    );
    expect(first).toHaveLength(20);
    for (const questions of others) expect(questions).toEqual(first);
    for (const { evidence } of chats.flatMap(({ questions }) => questions)) {
      expect(evidence).toHaveLength(2);
      expect(evidence[0]).toBeLessThan(evidence[1] ?? 0);
    }
  });
});
