import { describe, expect, test } from 'vitest';
import { groupParts, type Part } from '../../packages/studio/chat/group-parts.js';

const text = (words: string): Part => ({ type: 'text', text: words });
const call = (state = 'output-available'): Part =>
  ({ type: 'tool-read', toolCallId: 'a', state, input: {} }) as Part;

describe('groupParts', () => {
  test('two calls -> nothing is grouped', () => {
    const parts = [call(), text('and'), call(), text('Done')];
    expect(groupParts(parts)).toEqual({ before: parts, work: [], after: [] });
  });

  test('three calls with texts and a question between -> one group; the question and the answer after it', () => {
    const asked = call('approval-requested');
    const parts = [text('I read'), call(), text('more'), asked, call(), call(), text('Done')];
    const { before, work, after } = groupParts(parts);
    expect(before).toEqual([text('I read')]);
    expect(work).toEqual([call(), text('more'), call(), call()]);
    expect(after).toEqual([asked, text('Done')]);
  });
});
