import { describe, expect, test } from 'vitest';
import { createOutput } from '../../../cli/format/output.js';
import { deleteAfterAsking, showMerged, showThread } from '../../../cli/threads/thread-actions.js';

const OPTIONS = { flow: 'assistant' };
const OUTPUT = createOutput({ json: true });

describe('showMerged', () => {
  test.each([
    [{ format: 'custom' }, '--format custom and --instruction need each other'],
    [{ format: 'free', instruction: 'x' }, '--format custom and --instruction need each other'],
    [{ format: 'transcript', model: 'openai:gpt-5' }, '--format transcript uses no model'],
  ])('an option without effect: %j -> refused', (merge, words) =>
    expect(showMerged(merge, OPTIONS, OUTPUT)).rejects.toThrow(words),
  );
});

describe('showThread and deleteAfterAsking', () => {
  test('--thread beside an id -> refused', async () => {
    const options = { ...OPTIONS, thread: 'other' };
    const words = '--thread and the id of a thread exclude each other';
    await expect(showThread('badge', options, OUTPUT)).rejects.toThrow(words);
    await expect(deleteAfterAsking({ id: 'badge', isAgreed: true }, options, OUTPUT)).rejects.toThrow(words);
  });
});
