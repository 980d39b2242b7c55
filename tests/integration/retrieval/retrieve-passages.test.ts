import { expect, describe, test } from 'vitest';
import { retrievePassages } from '../../../activities/agent/plan/retrieve-passages.js';
import { readLexemes } from '../../../store/passages/question-lexemes.js';
import { useDatabase } from '../store/fixtures/store-harness.js';
import { importChat } from './fixtures.js';

const store = useDatabase();
const EXPLAINED = 'The tracker has parts, and each part of the tracker is explained at length here. ';
const PARTS = ['the sign in', 'the table of expenses', 'the import of files', 'the pie of categories'];

describe('retrievePassages', () => {
  test('a chat with long answers -> lines of what the user said, whole answers, or neither, as it is asked', async () => {
    const told = PARTS.map((part) => `It rains again. ${'I am rather tired today. '.repeat(12)}A part of the tracker is ${part}.`); // prettier-ignore
    const messages = told.flatMap((text, at) => [text, `${EXPLAINED.repeat(12)}I recommend plan ${at} for ${PARTS[at]}.`]); // prettier-ignore
    const conversationId = await importChat(store.db, messages);
    const ask = (text: string, tokens: number) =>
      retrievePassages(store.db, {
        conversationId,
        after: 0,
        before: 9,
        text,
        tokens,
        speakers: [],
        readLexemes: (asked) => readLexemes(store.db, { text: asked }),
      });

    const many = await ask('In which order did I bring up the parts of the tracker?', 260);
    expect(many?.by).toBe('many');
    for (const part of PARTS) expect(many?.text).toContain(`A part of the tracker is ${part}.`);
    // The best of them is shown whole besides.
    expect(many?.passages).toContain(1);
    expect(many?.passages).toContainEqual([3, messages[2]!.indexOf('A part'), messages[2]!.length]);

    const said = await ask('What did you recommend for the pie of categories?', 600);
    expect(said?.by).toBe('said');
    expect(said?.text).toContain('I recommend plan 3 for the pie of categories.');

    const plain = await ask('Where is the import of files?', 400);
    expect(plain?.by).toBeUndefined();
    expect(plain?.passages).toContain(5);
  });
});
