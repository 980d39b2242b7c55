import fc from 'fast-check';
import { anyText, longText, text, type TextDraft } from './arbitrary-text.js';

const ID_FORMS: readonly ((place: string) => unknown)[] = [
  (place) => `call_${place}`,
  () => 'call_1',
  () => 'call_2',
  (place) => ` call_${place} `,
  (place) => `call|${place}/\u00e9.1`,
  () => 'call/1',
  () => 'call 1',
  (place) => `${'x'.repeat(70)}${place}`,
  () => 'y'.repeat(40),
  () => 'y'.repeat(41),
  () => '\u{1f600}'.repeat(20),
  () => `${'z'.repeat(39)}\u{1f600}`,
  () => '',
  () => undefined,
];

const INPUT_FORMS: readonly ((words: string) => unknown)[] = [
  (words) => ({ query: words }),
  () => ({}),
  (words) => ({ list: [words, null, 1.5, true], deep: { deeper: {} } }),
  (words) => JSON.stringify({ query: words }),
  (words) => `{"query": ${words}`,
  (words) => [words],
  () => null,
  () => undefined,
  () => 7,
];

const OUTPUT_FORMS: readonly ((words: string) => unknown)[] = [
  (value) => ({ type: 'text', value }),
  (value) => ({ type: 'json', value: { rows: [value, 1, null] } }),
  (value) => ({ type: 'error-text', value }),
  (value) => ({ type: 'error-json', value: { message: value } }),
  (value) => ({ type: 'content', value: [{ type: 'text', text: value }] }),
  (value) => ({
    type: 'content',
    value: [
      { type: 'text', text: value },
      { type: 'media', data: SMALL_PNG, mediaType: 'image/png' },
    ],
  }),
  () => ({ type: 'content', value: [{ type: 'image-data', data: SMALL_PNG, mediaType: 'image/png' }] }),
  () => ({ type: 'content', value: [{ type: 'text', text: ' ' }] }),
  () => ({ type: 'content', value: [] }),
  () => ({ type: 'execution-denied' }),
  () => ({ type: 'json' }),
  () => ({ type: 'text' }),
  () => ({ type: 'content' }),
  () => ({ type: 'content', value: [{ type: 'video' }] }),
  () => ({ type: 'error-json' }),
  () => ({ type: 'execution-denied', reason: ' ' }),
  (value) => ({ type: 'content', value: [null, value, { type: 'text' }, { type: 'text', text: value }] }),
  (value) => ({ type: 'image', value }),
  (value) => [{ type: 'text', text: value }],
  (value) => ({ rows: [value] }),
  () => 7,
  (value) => value,
  () => null,
];

export const SMALL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAEklEQVR42mNgGAWjYBSMAuwAAAQgAAF8we+4AAAAAElFTkSuQmCC';
export const LARGE_PNG = 'iVBORw0KGgoAAAANSUhEUgAABkAAAASwCAYAAAAfFcSJ';

const TOOL_NAMES: readonly unknown[] = ['look_up', 'files.read', ' ', undefined];

export interface CallDraft {
  idForm: number;
  toolName: unknown;
  input: (tag: string) => unknown;
  output: (tag: string) => unknown;
  results: 0 | 1 | 2;
  isIdTrimmed: boolean;
}

const weighted = <Form>(forms: readonly Form[]): fc.Arbitrary<Form> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: fc.constant(forms[0] as Form) },
    { weight: 1, arbitrary: fc.constantFrom(...forms) },
  );

const formed = (forms: readonly ((words: string) => unknown)[], words: fc.Arbitrary<TextDraft>) =>
  fc.tuple(weighted(forms), words).map(
    ([form, draft]) =>
      (tag: string) =>
        form(draft(tag)),
  );

export const callDraft: fc.Arbitrary<CallDraft> = fc.record({
  idForm: fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.nat(ID_FORMS.length - 1) },
  ),
  toolName: fc.oneof(
    { withCrossShrink: true },
    { weight: 20, arbitrary: fc.constant('look_up') },
    { weight: 1, arbitrary: fc.constantFrom(...TOOL_NAMES) },
  ),
  input: formed(INPUT_FORMS, text),
  output: formed(
    OUTPUT_FORMS,
    fc.oneof(
      { withCrossShrink: true },
      { weight: 5, arbitrary: anyText },
      { weight: 1, arbitrary: longText },
    ),
  ),
  results: fc.oneof(
    { withCrossShrink: true },
    { weight: 12, arbitrary: fc.constant(1 as const) },
    { weight: 2, arbitrary: fc.constant(0 as const) },
    { weight: 1, arbitrary: fc.constant(2 as const) },
  ),
  isIdTrimmed: fc.boolean(),
});

export function makeId({ idForm }: CallDraft, place: string): unknown {
  return ID_FORMS[idForm]?.(place);
}
