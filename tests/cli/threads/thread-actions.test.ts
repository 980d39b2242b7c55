import { describe, expect, test } from 'vitest';
import { createOutput } from '../../../cli/format/output.js';
import { deleteAfterAsking, showMerged, showThread } from '../../../cli/threads/thread-actions.js';

const OPTIONS = { flow: 'assistant' };
const OUTPUT = createOutput({ json: true });

describe('showMerged', () => {
  test.each([
    [{ format: 'custom' }, '--format custom requires --instruction, and vice versa'],
    [{ format: 'free', instruction: 'x' }, '--format custom requires --instruction, and vice versa'],
    [{ format: 'transcript', model: 'openai:gpt-5' }, '--format transcript uses no model'],
  ])('an option without effect: %j -> refused', (merge, words) =>
    expect(showMerged(merge, OPTIONS, OUTPUT)).rejects.toThrow(words),
  );
});

describe('showThread and deleteAfterAsking', () => {
  test('--thread beside an id -> refused', async () => {
    const options = { ...OPTIONS, thread: 'other' };
    const words = '--thread and a thread id cannot be combined';
    await expect(showThread('badge', options, OUTPUT)).rejects.toThrow(words);
    await expect(deleteAfterAsking({ id: 'badge', isAgreed: true }, options, OUTPUT)).rejects.toThrow(words);
  });
});
