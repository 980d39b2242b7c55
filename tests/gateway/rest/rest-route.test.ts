import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../../../packages/gateway/rest/rest-route.js';

const described = {
  method: 'get',
  path: '/things',
  summary: 'A thing',
  answer: { kind: 'json', schema: z.object({ id: z.string() }), says: 'The thing' },
} as const;

describe('defineRoute', () => {
  test('a handler that returns the answer of its schema -> the route', () => {
    const route = defineRoute({ ...described, handle: async () => ({ id: 'a' }) });
    expect(route).toMatchObject({ method: 'get', path: '/things' });
  });

  test('a handler that returns a field that its schema lacks -> does not compile', () => {
    const thing = { id: 'a', more: 1 };
    // @ts-expect-error The answer does not describe `more`.
    const route = defineRoute({ ...described, handle: async () => thing });
    expect(route.path).toBe('/things');
  });
});
