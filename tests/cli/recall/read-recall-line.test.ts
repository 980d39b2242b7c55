import { describe, expect, test } from 'vitest';
import { readRecallLine } from '../../../cli/recall/read-recall-line.js';

const message = { id: 'a', role: 'user', text: 'Hello' };
const question = { question: 'What?', evidence: ['a'] };

describe('readRecallLine', () => {
  test('a conversation -> its messages, and evidence as places', () => {
    const messages = [
      { ...message, name: 'Nora', time: '2024-05-01T09:30:00Z' },
      { id: 7, role: 'assistant', text: '', name: null },
    ];
    expect(readRecallLine({ messages, questions: [{ question: 'What?', evidence: ['7', 'a'] }] })).toEqual({
      messages: [
        { role: 'user', text: 'Hello', name: 'Nora', at: new Date('2024-05-01T09:30:00Z') },
        { role: 'assistant', text: '' },
      ],
      questions: [{ question: 'What?', evidence: [2, 1] }],
    });
  });

  test.each([
    [[], "A line must be an object with 'messages' and 'questions'"],
    [{ messages: [], questions: [] }, "Field 'messages' is not a non-empty list"],
    [{ messages: [message] }, "Field 'questions' is not a list"],
    [{ messages: [{ ...message, id: null }], questions: [] }, "Message 0 has no 'id'"],
    [{ messages: [message, message], questions: [] }, "Message 1 has the duplicate 'id' 'a'"],
    [{ messages: [{ ...message, role: 'system' }], questions: [] }, "Message 0 has the role 'system'"],
    [{ messages: [{ ...message, text: 3 }], questions: [] }, "Message 0 has no 'text'"],
    [{ messages: [{ ...message, name: 3 }], questions: [] }, "Message 0 has a 'name' that is not a string"],
    [{ messages: [{ ...message, time: 'soon' }], questions: [] }, "Message 0 has the invalid time 'soon'"],
    [{ messages: [message], questions: [{ ...question, question: 1 }] }, "Question 0 has no 'question'"],
    [{ messages: [message], questions: [{ ...question, evidence: [] }] }, "Question 0 has no 'evidence'"],
    [
      { messages: [message], questions: [question, { ...question, evidence: ['b'] }] },
      "Question 1 has the evidence 'b'",
    ],
  ])('%j -> %s', (line, error) => {
    expect(() => readRecallLine(line)).toThrow(error);
  });
});
