import { createPublicKey } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { ThreadlineError } from '../../client/threadline-error.js';
import type { Identity } from '../gateway-env.js';

/** Which tokens are believed, and whose they are. */
export interface JwtOptions {
  /** Must be the token's `iss`. */
  issuer: string;
  /** Must be in the token's `aud`: a token for another service is none for this one. */
  audience: string;
  /** Where the issuer has its keys, `https://…/.well-known/jwks.json`; or `publicKey`. */
  jwksUrl?: string;
  /** The issuer's key, as PEM; or `jwksUrl`. */
  publicKey?: string;
  /** The claim that names the user; default `sub`. */
  userClaim?: string;
  /** The claim that lists the flows that exist for the caller; a token without it has none. Default: all exist. */
  flowsClaim?: string;
  /** The claim that lists the caller's roles for approvals. Default: callers have no roles. */
  rolesClaim?: string;
  /** Default: RS256, PS256, ES256 and EdDSA; never `none`, and none with a shared secret. */
  algorithms?: readonly (
    'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'EdDSA'
  )[];
  /** Seconds by which the issuer's clock may be another; default 30. */
  clockToleranceSeconds?: number;
}

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/**
 * Makes an `authenticate` that believes signed tokens, `Authorization: Bearer <JWT>`, which must have an end. It asks the issuer for its
 * keys when it meets one that it does not know. Throws where it is told of no key.
 */
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

/** A token that is wrong is nobody's; where its issuer does not answer, nobody knows. */
function noneOrThrow(error: unknown): null {
  const isAway = error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError);
  // A fault of the set of keys itself, as a page that is no JSON.
  if (isAway || error.code === 'ERR_JOSE_GENERIC' || error.code === 'ERR_JWKS_INVALID')
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
  return Array.isArray(claim) ? claim.filter((name) => typeof name === 'string') : [];
}
