import { describe, expect, test } from 'vitest';
import { questionKind } from '../../../context/retrieval/question-kind.js';

describe('questionKind', () => {
  test.each([
    'What did you recommend for the cellar?',
    'Which library did you first suggest to me?',
    'Remind me what you said about indexes.',
    'What was your advice on the reviewer?',
    'You told me a rule for drying; which one?',
  ])("%s -> asks about the assistant's words", (text) => expect(questionKind(text)).toBe('said'));

  test.each([
    'In which order did I bring up the parts of the tracker?',
    'List the order in which I worked on these, please.',
    'Put the phases that I mentioned into order.',
    'Summarize how my project came about.',
    'Can you give me an overview of the renovation?',
    'How many different bugs did I tell you about?',
    'What have I told you about my sister?',
    'What do the services cost me altogether?',
    'How has my opinion of the plan changed?',
  ])('%s -> asks for many messages', (text) => expect(questionKind(text)).toBe('many'));

  test.each([
    'How many days are there between the two sprints?',
    'How many more weeks do I have?',
    'What is my resting pulse?',
    'Would you put the table on the left?',
    'Can you tell me how to test it?',
    'What do you recommend for sore feet?',
    'I put my shoes in the hall.',
    '',
  ])('%s -> plain', (text) => expect(questionKind(text)).toBe('plain'));

  test('a long pasted text -> only its beginning and its end are read, quickly', () => {
    const pasted = 'how many in order what did have you '.repeat(30_000);
    expect(questionKind(`${'x '.repeat(5_000)}Summarize this for me.`)).toBe('many');
    expect(questionKind(`${'x '.repeat(5_000)}Summarize this.${' x'.repeat(5_000)}`)).toBe('plain');
    expect(questionKind(pasted)).toBe('many');
  });
});
