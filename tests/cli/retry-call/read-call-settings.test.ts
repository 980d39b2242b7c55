import { describe, expect, test } from 'vitest';
import { readCallSettings } from '../../../cli/retry-call/retry-call.js';

describe('readCallSettings', () => {
  test('settings as in a flow -> accepted', () => {
    const given = { temperature: 0, maxOutputTokens: 500, stopSequences: ['END'] };
    expect(readCallSettings(JSON.stringify(given), 'it')).toEqual(given);
  });

  test.each([
    ['no JSON', '{', /not JSON: pass an object/],
    ['a list', '[]', /are invalid/],
    ['a field that there is not', '{"temprature":1}', /'temprature' is not one of maxOutputTokens/],
    ['a value out of its range', '{"temperature":9}', /'temperature': .*from 0 to/],
    ['a header with a key', '{"headers":{"authorization":"Bearer x"}}', /headers/],
  ])("%s -> a sentence with the setting's name", (_name, text, message) => {
    expect(() => readCallSettings(text, "file 'a.json'")).toThrow(message);
    expect(() => readCallSettings(text, "file 'a.json'")).toThrow(/file 'a\.json'/);
  });
});
