import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { jwt, type JwtOptions } from '../../../packages/gateway/access/jwt.js';

const RULES = { issuer: 'https://login.example.com', audience: 'threadline' };
const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
const PEM = await exportSPKI(publicKey);

function tokenOf({
  key = privateKey,
  kid = 'one',
  ...claims
}: { key?: typeof privateKey; kid?: string } & Record<string, unknown>) {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ iss: RULES.issuer, aud: RULES.audience, sub: 'ada', exp: now + 60, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(key);
}

const identify = (token: string, options: Partial<JwtOptions> = {}) =>
  jwt({ ...RULES, ...(options.jwksUrl === undefined && { publicKey: PEM }), ...options })(
    new Request('http://gateway', { headers: { authorization: `Bearer ${token}` } }),
  );

describe('jwt', () => {
  test('a token of the issuer -> its user, and the flows that it lists', async () => {
    expect(await identify(await tokenOf({}))).toEqual({ user: 'ada' });
    const options = { userClaim: 'email', flowsClaim: 'flows' };
    expect(await identify(await tokenOf({ email: 'a@b', flows: ['x', 1, 'x'] }), options)).toEqual({
      user: 'a@b',
      flows: ['x'],
    });
    expect(await identify(await tokenOf({ email: 'a@b' }), options)).toEqual({ user: 'a@b', flows: [] });
  });

  test('wrong issuer, audience or key, expired or without expiry, no user, no token -> unauthorized', async () => {
    const other = await generateKeyPair('ES256');
    const past = Math.floor(Date.now() / 1_000) - 60;
    for (const claims of [
      { iss: 'https://evil.example.com' },
      { aud: 'other' },
      { key: other.privateKey },
      { exp: past },
      { exp: undefined },
      { sub: undefined },
      { sub: 7 },
    ])
      expect(await identify(await tokenOf(claims)), Object.keys(claims).join()).toBeNull();
    expect(await identify('a.b.c')).toBeNull();
    const [, payload] = (await tokenOf({})).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect(await identify(`${none}.${payload}.`)).toBeNull();
    const confused = await new SignJWT({ sub: 'ada', iss: RULES.issuer, aud: RULES.audience, exp: 2 ** 40 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(PEM));
    expect(await identify(confused)).toBeNull();
    expect(await identify(await tokenOf({}), { algorithms: ['RS256'] })).toBeNull();
  });

  test('keys at an address -> fetched; unavailable -> an error, not an unknown caller', async () => {
    const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
    const server = createServer((_request, response) => response.end(JSON.stringify({ keys: [key] })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await identify(await tokenOf({}), { jwksUrl })).toEqual({ user: 'ada' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(identify(await tokenOf({}), { jwksUrl })).rejects.toMatchObject({
      type: 'Client.Unavailable',
    });
  });

  test('the issuer changes its key -> tokens with the new key are accepted half a minute later, and none with the old one', async () => {
    const next = await generateKeyPair('ES256', { extractable: true });
    let keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }];
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end(JSON.stringify({ keys }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const authenticate = jwt({ ...RULES, jwksUrl });
    const identifyBy = (token: string) =>
      authenticate(new Request('http://gateway', { headers: { authorization: `Bearer ${token}` } }));
    const old = await tokenOf({ exp: 2 ** 40 });
    const rotated = await tokenOf({ key: next.privateKey, kid: 'two', exp: 2 ** 40 });
    expect(await identifyBy(old)).toEqual({ user: 'ada' });
    keys = [{ ...(await exportJWK(next.publicKey)), kid: 'two', alg: 'ES256' }];
    expect(await identifyBy(rotated)).toBeNull();
    expect(asked).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await identifyBy(rotated)).toEqual({ user: 'ada' });
    expect(await identifyBy(old)).toBeNull();
    expect(asked).toBe(2);
  });
});
