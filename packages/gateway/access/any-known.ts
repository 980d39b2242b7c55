import type { Authenticate } from '../gateway-env.js';

export function anyKnown(...ways: readonly Authenticate[]): Authenticate {
  if (ways.length === 0) throw new Error('anyKnown() needs at least one way to authenticate');
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
