import { describe, expectTypeOf, test } from 'vitest';
import type { ExplainedMessage } from '../../../context/explain/explanation.js';
import type { MessagePlace } from '../../../context/sent/sent-kinds.js';

describe('explanation', () => {
  test('places of the kinds of text -> exactly the ones in an explanation', () => {
    type Described = ExplainedMessage['place'];
    expectTypeOf<Fields<MessagePlace>>().toEqualTypeOf<Fields<Described>>();
    expectTypeOf<MessagePlace>().toExtend<Described>();
    expectTypeOf<Described>().toExtend<MessagePlace>();
  });
});

type Fields<Place extends { from: string }> = Place extends unknown
  ? `${Place['from']}.${keyof Place & string}`
  : never;
