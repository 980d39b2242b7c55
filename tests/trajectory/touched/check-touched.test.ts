import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkTouched } from '../../../trajectory/touched/check-touched.js';
import { DATA_TYPES, NODE_ATTRIBUTES } from '../../../trajectory/graph/node-types.js';
import { MAX_TOUCHED_ATTRIBUTES, type Touched } from '../../../trajectory/touched/touched-thing.js';
import { TrajectoryError } from '../../../trajectory/graph/trajectory-error.js';
import { propertyRuns } from '../../setup/property-runs.js';

const TABLE: Touched = { type: 'Table', name: 'sales' };

describe('checkTouched', () => {
  test('every field of a thing -> unchanged, but trimmed', () => {
    const whole: Touched = {
      type: 'Script',
      name: 'report.sql',
      how: 'written',
      description: 'Sums up sales.',
      attributes: {
        content: 'select 1',
        scriptType: 'sql',
        relatedData: ['sales', { n: null }],
        path: 'a/b',
      },
    };
    expect(checkTouched(whole)).toEqual(whole);
    expect(checkTouched({ ...TABLE, name: ' sales\n' })).toEqual(TABLE);
  });

  const wrong: [string, unknown, RegExp][] = [
    ['nothing', undefined, /^A touched thing must be \{ type, name,.*: it: /],
    ['null', null, /: it: /],
    ['a text', 'sales', /: it: /],
    ['a list', [TABLE], /: it: /],
    ['no name', { type: 'Table' }, /: name: /],
    ['a blank name', { type: 'Table', name: ' \n' }, /: name: /],
    ['a name of nothing that is kept', { type: 'Table', name: ' \u0000 ' }, /: name: /],
    ['a name that is too long', { type: 'Table', name: 'x'.repeat(1_001) }, /: name: /],
    ['a name that is not a text', { type: 'Table', name: { toString: () => 'x' } }, /: name: /],
    ['a type that there is not', { type: 'Database', name: 'x' }, /: type: /],
    ['a type of what agents do', { type: 'Query', name: 'x' }, /: type: /],
    ['a type by inheritance', { type: '__proto__', name: 'x' }, /: type: /],
    ['a way that there is not', { ...TABLE, how: 'deleted' }, /: how: /],
    ['a field that there is not', { ...TABLE, size: 7 }, /size/],
    ['a blank description', { ...TABLE, description: ' ' }, /: description: /],
    ['a description that is too long', { ...TABLE, description: 'x'.repeat(2_001) }, /: description: /],
    [
      'an attribute of another type',
      { ...TABLE, attributes: { fromTable: 'x' } },
      /A Table has no attribute 'fromTable'; it has: path/,
    ],
    ['an attribute that is not JSON', { ...TABLE, attributes: { path: () => 'x' } }, /: attributes/],
    ['an attribute that is a date', { ...TABLE, attributes: { path: new Date() } }, /: attributes/],
    ['attributes that are a list', { ...TABLE, attributes: ['path'] }, /: attributes/],
    [
      'attributes that are too large',
      { ...TABLE, attributes: { path: 'x'.repeat(MAX_TOUCHED_ATTRIBUTES) } },
      /characters as JSON; at most 4000/,
    ],
  ];
  test.each(wrong)('%s -> an error with the reason', (_what, given, message) => {
    expect(() => checkTouched(given)).toThrow(TrajectoryError);
    expect(() => checkTouched(given)).toThrow(message);
  });

  test('a circle, a getter that throws -> an error, never a crash', () => {
    const circle: Record<string, unknown> = {};
    circle['path'] = circle;
    expect(() => checkTouched({ ...TABLE, attributes: circle })).toThrow(Error);
    const trap = {
      type: 'Table',
      get name(): string {
        throw new Error('trapped');
      },
    };
    expect(() => checkTouched(trap)).toThrow('trapped');
  });

  test('C74: NUL and lone surrogates anywhere -> cleaned so that Postgres accepts them', () => {
    const dirty = 'a\u0000b\ud800';
    expect(
      checkTouched({
        ...TABLE,
        name: dirty,
        description: dirty,
        attributes: { path: [dirty, { [dirty]: dirty }] },
      }),
    ).toEqual({
      type: 'Table',
      name: 'ab\ufffd',
      description: 'ab\ufffd',
      attributes: { path: ['ab\ufffd', { 'ab\ufffd': 'ab\ufffd' }] },
    });
  });

  test('P: any value -> an error, or a thing that survives JSON, that is checked to itself, and well-formed', () => {
    const anything = fc.anything({
      withNullPrototype: true,
      withBigInt: true,
      withDate: true,
      withSet: true,
    });
    const nearly = fc.constantFrom(...DATA_TYPES).chain((type) =>
      fc.record(
        {
          type: fc.constant(type),
          name: fc.string({ unit: 'binary', maxLength: 30 }),
          how: fc.constantFrom('read', 'written', 'seen'),
          description: fc.string({ unit: 'binary', maxLength: 30 }),
          attributes: fc.dictionary(
            fc.constantFrom(...NODE_ATTRIBUTES[type], 'other'),
            fc.oneof(fc.jsonValue(), anything),
          ),
        },
        { requiredKeys: ['type', 'name'] },
      ),
    );
    fc.assert(
      fc.property(fc.oneof(anything, nearly), (given) => {
        let thing: Touched;
        try {
          thing = checkTouched(given);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          return;
        }
        const json = JSON.stringify(thing);
        expect(JSON.parse(json)).toEqual(thing);
        expect(json.replaceAll('\\\\', '')).not.toMatch(/\\u0000|\\ud[89a-f]/i);
        expect(thing.name).not.toBe('');
        expect(checkTouched(thing)).toEqual(thing);
      }),
      { numRuns: propertyRuns(150, 500) },
    );
  });
});
