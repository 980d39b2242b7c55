/** What the checks of all clients share: settings, and how results are printed. */
import { readFileSync } from 'node:fs';

export const { url, limitedUrl, key, picture, downStatus } = JSON.parse(process.argv[2]);
export const base = `${url}/v1`;
export const limitedBase = `${limitedUrl}/v1`;
export const pictureUrl = `data:image/png;base64,${picture}`;
export const citySchema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
export const tooLong = 'x'.repeat(29 * 1024 * 1024);

const results = {};

/** The client, or its protocol, has no such thing. */
class Cannot extends Error {}

export function cannot(reason) {
  throw new Cannot(reason);
}

/** Runs a check at once, and keeps its outcome under a name. */
export async function aspect(name, check) {
  try {
    await check();
    results[name] = { ok: true };
  } catch (error) {
    results[name] =
      error instanceof Cannot ? { cannot: error.message } : { failed: String(error.stack).slice(0, 1_500) };
  }
}

export function same(actual, expected) {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

/** Calls what must fail with a status of HTTP. */
export async function expectStatus(status, call) {
  let result;
  try {
    result = await call();
  } catch (error) {
    return same(findStatus(error), status);
  }
  throw new Error(`No error, and ${status} was expected: ${JSON.stringify(result)}`);
}

/** The status in an error, or in what caused it. */
function findStatus(error) {
  for (let at = error; at; at = at.cause ?? at.lastError)
    if (typeof (at.status ?? at.statusCode) === 'number') return at.status ?? at.statusCode;
  return String(error);
}

export function finish(name) {
  const { version } = JSON.parse(
    readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8'),
  );
  console.log(JSON.stringify({ version, results }));
  process.exit();
}
