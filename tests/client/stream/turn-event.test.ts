import { describe, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import type { turnEvent } from '../../../views/event.js';

describe('turnEvent', () => {
  test("events of the client -> exactly the ones in the HTTP API's schema", () => {
    type Described = z.infer<typeof turnEvent>;
    expectTypeOf<Fields<TurnEvent>>().toEqualTypeOf<Fields<Described>>();
    expectTypeOf<TurnEvent>().toExtend<Described>();
    expectTypeOf<Described>().toExtend<TurnEvent>();
  });
});

type Fields<Event extends { type: string }> = Event extends unknown
  ? `${Event['type']}.${keyof Event & string}`
  : never;
