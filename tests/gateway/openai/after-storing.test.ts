import { describe, expect, test } from 'vitest';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { afterStoring } from '../../../packages/gateway/openai/after-storing.js';
import { renderOpenAiError } from '../../../packages/gateway/openai/errors/openai-error.js';
import { toOpenAiError } from '../../../packages/gateway/openai/errors/to-openai-error.js';

const away = new ThreadlineError('Client.Unavailable', 'Postgres is unavailable');

describe('afterStoring', () => {
  test('Postgres becomes unavailable while the answer is read, no key -> not retryable, because it would be answered twice', async () => {
    expect(await headersOf(undefined)).toEqual({ 'x-should-retry': 'false' });
  });

  test('the same with a key -> retryable', async () => {
    expect(await headersOf('key')).toEqual({ 'retry-after': '1' });
  });

  test('an answer -> returned unchanged', async () => {
    expect(await afterStoring(undefined, () => Promise.resolve('Hello'))).toBe('Hello');
  });
});

async function headersOf(key: string | undefined): Promise<Record<string, string>> {
  const error: unknown = await afterStoring(key, () => Promise.reject(away)).catch(
    (thrown: unknown) => thrown,
  );
  const { status, headers } = renderOpenAiError(toOpenAiError(error));
  expect(status).toBe(503);
  return headers;
}
