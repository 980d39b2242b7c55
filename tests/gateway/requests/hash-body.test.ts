import { describe, expect, test } from 'vitest';
import { hashBody } from '../../../packages/gateway/requests/hash-body.js';

const FILE = 'QUJD'.repeat(700_000);

describe('hashBody', () => {
  test('the same body, its members in another order -> the same hash', async () => {
    const [one, other] = [
      { model: 'm', input: [{ a: FILE, b: `${FILE}x` }] },
      { input: [{ b: `${FILE}x`, a: FILE }], model: 'm' },
    ];
    expect(await hashBody(one)).toBe(await hashBody(other));
  });

  test.each<[situation: string, body: unknown]>([
    ['another end of a file', { a: `${FILE}QUJE`, b: 1 }],
    ['another beginning', { a: `x${FILE}`.slice(0, FILE.length), b: 1 }],
    ['a file in another place', { b: FILE, a: 1 }],
    ['another field beside it', { a: FILE, b: 2 }],
  ])('%s -> another hash', async (_situation, body) => {
    expect(await hashBody(body)).not.toBe(await hashBody({ a: FILE, b: 1 }));
  });
});
