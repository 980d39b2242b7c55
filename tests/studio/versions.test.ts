import { describe, expect, test } from 'vitest';
import { listVersions } from '../../packages/studio/chat/versions.js';

const begun = (number: number, turnId: string, ofTurnId: string, parent = 0) => ({
  number,
  turnId,
  ofTurnId,
  parent,
});
const FIRST = { number: 0, turnId: null, ofTurnId: null, parent: null };

describe('listVersions', () => {
  test('answered again, and that again -> all turns of the place, from any of them', () => {
    const branches = [FIRST, begun(1, 'again', 'city'), begun(2, 'at last', 'again', 1)];
    const all = [
      { turnId: 'city', branch: 0 },
      { turnId: 'again', branch: 1 },
      { turnId: 'at last', branch: 2 },
    ];
    for (const { turnId } of all) expect(listVersions(branches, turnId)).toEqual(all);
  });

  test('branches in other places -> none of them', () => {
    const branches = [FIRST, begun(1, 'a2', 'a'), begun(2, 'b2', 'b', 1)];
    expect(listVersions(branches, 'a')).toEqual([
      { turnId: 'a', branch: 0 },
      { turnId: 'a2', branch: 1 },
    ]);
    expect(listVersions(branches, 'b2')).toEqual([
      { turnId: 'b', branch: 1 },
      { turnId: 'b2', branch: 2 },
    ]);
  });

  test.each([[[FIRST]], [[]], [[FIRST, begun(1, 'x', 'x')]]])('%j -> a turn alone', (branches) => {
    expect(listVersions(branches, 'city')).toEqual([]);
  });
});
