import { describe, expect, test } from 'vitest';
import { findResults } from '../../../trajectory/render/find-results.js';
import { node } from './views.js';

describe('findResults', () => {
  test('rounds with and without an answer -> the answer, or the ends of the branches', () => {
    const answer = node('State', 'a', { round: 1, attributes: { answersQuestion: true } });
    const post = node('State', 'b', { round: 1 });
    const failed = node('Action', 'c', { round: 2 });
    const view = { nodes: [answer, post, failed], edges: [], pointers: [failed.id], root: null };
    expect([...findResults({ ...view, ends: [post.id, failed.id] })]).toEqual([answer.id, failed.id]);
    expect([...findResults({ ...view, pointers: [post.id] })]).toEqual([answer.id]);
  });
});
