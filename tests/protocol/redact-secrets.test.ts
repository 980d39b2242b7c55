import { describe, expect, test } from 'vitest';
import { isSecretName, redactFields, redactSecrets } from '../../protocol/redact-secrets.js';

describe('redactSecrets', () => {
  test.each([
    ['GET https://ada:sEcReT99@models.test/v1 failed', 'GET https://[redacted]@models.test/v1 failed'],
    ['https://sEcReT99@models.test/v1', 'https://[redacted]@models.test/v1'],
    ['postgres://ada:sEcReT99@db:5432/x', 'postgres://ada:[redacted]@db:5432/x'],
    ['https://models.test/v1?key=sEcReT99&a=1', 'https://models.test/v1?key=[redacted]&a=1'],
    ['https://models.test/v1?a=1&api_key=sEcReT99', 'https://models.test/v1?a=1&api_key=[redacted]'],
    ['https://models.test/?access_token=sEcReT99', 'https://models.test/?access_token=[redacted]'],
    ['https://s3.test/x?X-Amz-Signature=sEcReT99', 'https://s3.test/x?X-Amz-Signature=[redacted]'],
    ['api_key: sEcReT99', 'api_key: [redacted]'],
    ['{"api_key":"sEcReT99"}', '{"api_key":"[redacted]"}'],
    ['Authorization: Bearer sEcReT99.x', 'Authorization: Bearer [redacted]'],
    ['key sk-sEcReT99 is wrong', 'key [redacted] is wrong'],
    ['TaskToken(sEcReT99sEcReT99==)', 'TaskToken([redacted])'],
    ['"taskToken":"sEcReT99sEcReT99=="', '"taskToken":"[redacted]"'],
    ['task_token: [10, 36, 98, 97, 49]', 'task_token: [redacted]'],
  ])('%s -> %s', (text, redacted) => expect(redactSecrets(text)).toBe(redacted));

  test.each([
    'ada@example.org asked',
    'https://models.test/v1/models',
    'postgres://ada@db/x',
    'postgres://user:password@host:5432/database',
    'the key is under the mat',
    'a task token is missing',
  ])('%s -> unchanged', (text) => expect(redactSecrets(text)).toBe(text));

  test('a megabyte of any of their beginnings -> milliseconds', () => {
    for (const piece of ['https://', 'a+b.', 'api key ', '?key', 'task token ', 'a:', '://a:'])
      expect(redactSecrets(piece.repeat(1_000_000 / piece.length)).length).toBeGreaterThan(0);
  }, 20_000);
});

describe('redactFields', () => {
  test('options with keys at any depth -> only the keys are hidden', () => {
    expect(
      redactFields({
        anthropic: {
          effort: 'low',
          mcpServers: [{ url: 'https://mcp.test', authorizationToken: 'sEcReT99' }],
        },
        headers: { 'x-team': 'blue', 'x-note': 'Bearer sEcReT99' },
        maxTokens: 3,
      }),
    ).toEqual({
      anthropic: {
        effort: 'low',
        mcpServers: [{ url: 'https://mcp.test', authorizationToken: '[redacted]' }],
      },
      headers: { 'x-team': 'blue', 'x-note': 'Bearer [redacted]' },
      maxTokens: 3,
    });
  });

  test.each([
    ['x-api-key', true],
    ['Authorization', true],
    ['promptCacheKey', false],
    ['maxTokens', false],
    ['anthropic-beta', false],
  ])('%s -> a key: %s', (name, isSecret) => expect(isSecretName(name)).toBe(isSecret));
});
