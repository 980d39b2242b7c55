import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { url, limitedUrl, downStatus, ...given } = JSON.parse(process.argv[2]);
export const { key, picture } = given;
export const base = `${url}/v1`;
export const limitedBase = `${limitedUrl}/v1`;
export const pictureUrl = `data:image/png;base64,${picture}`;
export const citySchema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const tooLong = 'x'.repeat(29 * 1024 * 1024);

const results = {};

class Cannot extends Error {}

export function cannot(reason) {
  throw new Cannot(reason);
}

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

async function expectStatus(status, call) {
  let result;
  try {
    result = await call();
  } catch (error) {
    return same(findStatus(error), status);
  }
  throw new Error(`No error, and ${status} was expected: ${JSON.stringify(result)}`);
}

function findStatus(error) {
  const words = [];
  for (let at = error; at; at = at.cause ?? at.lastError) {
    if (typeof (at.status ?? at.statusCode) === 'number') return at.status ?? at.statusCode;
    words.push(`${at} ${at.code ?? ''}`);
  }
  return words.join('; ');
}

export async function checkErrors(ask) {
  const check = (name, status, text, options = {}) =>
    aspect(name, () => expectStatus(status, () => ask(text, options)));
  await check('401', 401, 'Say hello', { apiKey: 'nobody' });
  await check('404', 404, 'Say hello', { model: 'nothing' });
  await check('413', 413, tooLong);
  await check('429', 429, 'Say hello', { baseURL: limitedBase });
  await check('model down', downStatus, 'Break down');
  await aspect('409', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await ask('Say hello', { headers });
    await expectStatus(409, () => ask('What is my name?', { headers }));
  });
}

export function finish(name) {
  const { version } = JSON.parse(
    readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8'),
  );
  console.log(JSON.stringify({ version, results }));
  process.exit();
}
