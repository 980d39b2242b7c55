import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../models/failures/is-refusal.js';

describe('isRefusal', () => {
  test.each([400, 413, 422])('status %i of an invalid request -> a refusal', (status) => {
    expect(isRefusal('Model.InvalidRequest', { status })).toBe(true);
  });
  test('a code of a content policy inside a stream -> a refusal', () => {
    expect(isRefusal('Model.Unavailable', { providerCode: 'content_policy_violation' })).toBe(true);
  });
  test.each([
    ['an unknown model', 'Model.InvalidRequest', { status: 404 }],
    ['a setting that was never sent', 'Model.InvalidRequest', {}],
    ['a refused key', 'Model.Authentication', { status: 403 }],
    ['no facts', 'Model.InvalidRequest', undefined],
  ])('%s -> not a refusal', (_name, type, details) => {
    expect(isRefusal(type, details)).toBe(false);
  });
});
