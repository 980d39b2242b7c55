import { createPublicKey } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { Identity } from '../gateway-env.js';

export interface JwtOptions {
  /** The required claim `iss`. */
  issuer: string;
  /** The claim `aud` must contain this. */
  audience: string;
  /** The key set's address. Required without `publicKey`. */
  jwksUrl?: string;
  /** PEM. Required without `jwksUrl`. */
  publicKey?: string;
  /** The claim with the user's name. Default: `sub`. */
  userClaim?: string;
  /** The claim with the allowed flows; without it, a token may use none. Default: all flows. */
  flowsClaim?: string;
  /** The claim with the roles for approvals. Default: none. */
  rolesClaim?: string;
  /** Default: RS256, PS256, ES256 and EdDSA. `none` and shared secrets are refused. */
  algorithms?: readonly (
    'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'EdDSA'
  )[];
  /** Default: 30. */
  clockToleranceSeconds?: number;
}

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/** Accepts signed tokens with an expiry as bearer tokens. Throws if no key is configured. */
export function jwt(options: JwtOptions): (request: Request) => Promise<Identity | null> {
  const { issuer, audience, algorithms = ALGORITHMS, clockToleranceSeconds = 30 } = options;
  const verify = createVerify(options);
  const rules: JWTVerifyOptions = {
    issuer,
    audience,
    algorithms: [...algorithms],
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp'],
  };
  return async ({ headers }) => {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (token === undefined) return null;
    const claims = await verify(token, rules).catch(noneOrThrow);
    return claims === null ? null : readIdentity(claims, options);
  };
}

type Verify = (token: string, rules: JWTVerifyOptions) => Promise<JWTPayload>;

function createVerify({ jwksUrl, publicKey }: JwtOptions): Verify {
  if (jwksUrl !== undefined) {
    const keys = createRemoteJWKSet(new URL(jwksUrl));
    return async (token, rules) => (await jwtVerify(token, keys, rules)).payload;
  }
  if (publicKey === undefined) throw new Error("jwt() needs 'jwksUrl' or 'publicKey'");
  const key = createPublicKey(publicKey);
  return async (token, rules) => (await jwtVerify(token, key, rules)).payload;
}

function noneOrThrow(error: unknown): null {
  const isUnavailable = error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError);
  // The key set is unreadable, such as an HTML page.
  if (isUnavailable || error.code === 'ERR_JOSE_GENERIC' || error.code === 'ERR_JWKS_INVALID')
    throw new ThreadlineError('Client.Unavailable', 'The keys of the tokens cannot be read', {
      cause: error,
    });
  return null;
}

function readIdentity(
  claims: JWTPayload,
  { userClaim = 'sub', flowsClaim, rolesClaim }: JwtOptions,
): Identity | null {
  const user = claims[userClaim];
  if (typeof user !== 'string' || user === '') return null;
  return {
    user,
    ...(flowsClaim !== undefined && { flows: readNames(claims[flowsClaim]) }),
    ...(rolesClaim !== undefined && { roles: readNames(claims[rolesClaim]) }),
  };
}

function readNames(claim: unknown): string[] {
  return Array.isArray(claim) ? [...new Set(claim.filter((name) => typeof name === 'string'))] : [];
}
