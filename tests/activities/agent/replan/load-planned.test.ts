import { describe, expect, test } from 'vitest';
import { recallAdded } from '../../../../activities/agent/replan/load-planned.js';
import type { ContextManifest } from '../../../../context/manifest/manifest.js';

const SENT: Pick<ContextManifest, 'sent'> = {
  sent: [
    { from: 'opening', text: 'h1', tokens: 3 },
    { from: 'note', text: 'h2', tokens: 5 },
  ],
};

describe('recallAdded', () => {
  test('a stored call with a note and other texts -> the note with its text', () => {
    const texts = new Map([
      ['h1', 'Be kind.'],
      ['h2', 'Answer now.'],
    ]);
    expect(recallAdded(SENT, texts)).toEqual([{ from: 'note', text: 'Answer now.' }]);
  });

  test('a note whose text is no longer stored -> is omitted', () => {
    expect(recallAdded(SENT, new Map())).toEqual([]);
  });
});
