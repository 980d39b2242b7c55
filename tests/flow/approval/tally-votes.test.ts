import { describe, expect, test } from 'vitest';
import { tallyVotes, type Vote } from '../../../flow/approval/tally-votes.js';

const CALL = { quorum: 2, isAboutCall: true };

describe('tallyVotes', () => {
  test.each<[string, Vote[], object, object]>([
    ['nobody', [], CALL, { kind: 'pending', missing: 2 }],
    ['one of two', [vote('a', 'yes')], CALL, { kind: 'pending', missing: 1 }],
    ['the same person twice', [vote('a', 'yes'), vote('a', 'yes')], CALL, { kind: 'pending', missing: 1 }],
    ['two of two', [vote('a', 'yes'), vote('b', 'Y')], CALL, { kind: 'decided', answer: 'yes' }],
    [
      'one no',
      [vote('a', 'yes'), vote('b', 'no, not now')],
      CALL,
      { kind: 'decided', answer: 'no, not now' },
    ],
    [
      'a changed input',
      [vote('a', '{"x":1}')],
      { ...CALL, quorum: 1 },
      { kind: 'decided', answer: '{"x":1}' },
    ],
    [
      'an input that cannot be read',
      [vote('a', '{"x":1')],
      { ...CALL, quorum: 1 },
      { kind: 'decided', answer: '{"x":1' },
    ],
    [
      'an object for a node, which is no yes',
      [vote('a', '{"x":1}')],
      { quorum: 2, isAboutCall: false },
      { kind: 'decided', answer: '{"x":1}' },
    ],
  ])('%s -> the tally', (_, votes, question, tally) => {
    expect(tallyVotes(votes, question as typeof CALL)).toEqual(tally);
  });
});

function vote(voter: string, answer: string): Vote {
  return { voter, answer };
}
