/**
 * `fetch` for all requests to providers: a redirect is refused. The request holds a key and what was said, and whoever
 * can answer with a redirect would choose who is sent both. Throws an Error with code `ERR_REDIRECT`.
 */
export const fetchWithoutRedirects: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.status < 300 || response.status >= 400) return response;
  await response.body?.cancel();
  const target = readOrigin(response.headers.get('location'), response.url);
  const message = `The endpoint answered ${response.status}, a redirect to ${target}, which is not followed: set the base URL to where the models are served`;
  throw Object.assign(new Error(message), { code: 'ERR_REDIRECT' });
};

/** Only the origin: a path may hold anything. */
function readOrigin(location: string | null, base: string): string {
  try {
    return `'${new URL(location ?? '', base || undefined).origin}'`;
  } catch {
    return 'an address that is none';
  }
}
