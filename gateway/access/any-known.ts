import type { Authenticate } from '../gateway-env.js';

/**
 * Makes an `authenticate` of several, as `anyKnown(jwt({ … }), apiKeys())`: the first that knows the request decides. One that
 * cannot find it out leaves it to those after it; where none of them knows, its error is thrown.
 */
export function anyKnown(...ways: readonly Authenticate[]): Authenticate {
  if (ways.length === 0) throw new Error('anyKnown() needs a way to know who asks');
  return async (request, gateway) => {
    const errors: unknown[] = [];
    for (const authenticate of ways)
      try {
        const identity = (await authenticate(request, gateway)) ?? null;
        if (identity !== null) return identity;
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
    return null;
  };
}
