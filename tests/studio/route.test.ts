import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatRoute, HEALTH_DAYS, parseRoute, RUN_FILTERS } from '../../packages/studio/route.js';

type RunFilter = (typeof RUN_FILTERS)[number];

const name = fc.string({ minLength: 1, unit: 'grapheme' });
const anyRoute = fc.oneof(
  fc.constant({ view: 'chats' as const }),
  fc.record({ view: fc.constant('health' as const), days: fc.constantFrom(undefined, ...HEALTH_DAYS) }),
  fc.constant({ view: 'approvals' as const }),
  fc.record({ view: fc.constant('shared' as const), token: name }),
  fc.constant({ view: 'flows' as const, slug: undefined, version: undefined }),
  fc.record({
    view: fc.constant('flows' as const),
    slug: name,
    version: fc.option(fc.integer({ min: 1, max: 999_999 }), { nil: undefined }),
  }),
  fc.record({ view: fc.constant('tools' as const), tool: fc.option(name, { nil: undefined }) }),
  fc.record({ view: fc.constant('tools' as const), tool: fc.constant(undefined), kind: name }),
  fc.record({
    view: fc.constant('runs' as const),
    executionId: fc.constant(undefined),
    filters: fc.record(
      Object.fromEntries(RUN_FILTERS.map((filter) => [filter, name])) as Record<RunFilter, typeof name>,
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    view: fc.constant('runs' as const),
    executionId: name,
    user: fc.option(name, { nil: undefined }),
  }),
  fc.record({
    view: fc.constant('chat' as const),
    flow: name,
    channel: name,
    why: fc.option(name, { nil: undefined }),
    thread: fc.option(name, { nil: undefined }),
    at: fc.option(fc.integer({ min: 1, max: 999_999_999 }), { nil: undefined }),
  }),
);

describe('parseRoute', () => {
  test('any route, written as an address -> the same route', () => {
    fc.assert(
      fc.property(anyRoute, (route) => {
        expect(parseRoute(formatRoute(route))).toEqual(route);
      }),
    );
  });

  test.each(['', '#', '#/'])('%s -> the list of chats', (hash) => {
    expect(parseRoute(hash)).toEqual({ view: 'chats' });
  });

  test('the place of a draft thread without its id -> the chat', () => {
    expect(parseRoute('#/chat/assistant/main?on=2&of=rome')).toEqual(parseRoute('#/chat/assistant/main'));
  });

  test.each(['nowhere', 'chat/assistant', '%', 'work?text=a'])('#/%s -> an unknown page', (path) => {
    expect(parseRoute(`#/${path}`)).toMatchObject({ view: 'unknown' });
  });
});
