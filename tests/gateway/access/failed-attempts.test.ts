import { describe, expect, test } from 'vitest';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { anyKnown } from '../../../packages/gateway/access/any-known.js';
import { FailedAttempts } from '../../../packages/gateway/access/failed-attempts.js';

const fails = (type = 'Gateway.Unauthorized') => Promise.reject(new ThreadlineError(type, 'No.'));
const typeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: unknown) => (error instanceof ThreadlineError ? error.type : error),
  );

describe('FailedAttempts', () => {
  test('too many failures from one address -> further failures are refused, known credentials are not', async () => {
    const failed = new FailedAttempts(2);
    const knows = () => Promise.resolve('ada');
    for (let at = 0; at < 2; at += 1)
      expect(await typeOf(failed.guard('10.0.0.1', fails))).toBe('Gateway.Unauthorized');
    const refused = ['10.0.0.1', '::ffff:10.0.0.1'].map((address) => typeOf(failed.guard(address, fails)));
    expect(await Promise.all(refused)).toEqual(['Gateway.LimitReached', 'Gateway.LimitReached']);
    expect(await failed.guard('10.0.0.1', knows)).toBe('ada');
    expect(await typeOf(failed.guard('10.0.0.2', fails))).toBe('Gateway.Unauthorized');
    expect(await typeOf(failed.guard(undefined, fails))).toBe('Gateway.Unauthorized');
  });

  test('IPv6 addresses of one network -> counted together; other failures are not counted', async () => {
    const failed = new FailedAttempts(1);
    expect(await typeOf(failed.guard('2001:db8::1', () => fails('Client.Unavailable')))).toBe(
      'Client.Unavailable',
    );
    expect(await typeOf(failed.guard('2001:db8::1', fails))).toBe('Gateway.Unauthorized');
    expect(await typeOf(failed.guard('2001:db8:0:0:7::2', fails))).toBe('Gateway.LimitReached');
    expect(await typeOf(failed.guard('2001:db8:0:1::1', fails))).toBe('Gateway.Unauthorized');
  });
});

describe('anyKnown', () => {
  const request = new Request('http://gateway/');
  const gateway = {} as Parameters<ReturnType<typeof anyKnown>>[1];
  const away = () => Promise.reject(new Error('The issuer is unavailable'));

  test('several ways -> the first that accepts the request decides', async () => {
    const way = anyKnown(
      () => null,
      away,
      () => ({ user: 'ada' }),
      () => ({ user: 'bob' }),
    );
    expect(await way(request, gateway)).toEqual({ user: 'ada' });
  });

  test('none accepts it -> no caller; one failed to check -> its error', async () => {
    expect(await anyKnown(() => null)(request, gateway)).toBeNull();
    await expect(anyKnown(away, () => null)(request, gateway)).rejects.toThrow('The issuer is unavailable');
    expect(() => anyKnown()).toThrow('needs at least one way');
  });
});
