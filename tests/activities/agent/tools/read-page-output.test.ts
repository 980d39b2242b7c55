import { describe, expect, test } from 'vitest';
import { readPageOutput } from '../../../../activities/agent/tools/seek-approval.js';

describe('readPageOutput', () => {
  test.each([
    ['an output', '{"output":{"width":9}}', { type: 'json', value: { width: 9 } }],
    ['a text as output', '{"output":"blue"}', { type: 'text', value: 'blue' }],
    ['no output', '{"output":null}', { type: 'json', value: null }],
    ['an error', '{"error":"no camera"}', { type: 'error-text', value: 'no camera' }],
    ["a person's words", 'the blue one', { type: 'text', value: 'the blue one' }],
    ['an object that a person wrote', '{"width":9}', { type: 'json', value: { width: 9 } }],
    ['broken JSON', '{"output":', { type: 'text', value: '{"output":' }],
    [
      'pictures',
      '{"output":{"type":"content","value":[{"type":"image-data","data":"aGk=","mediaType":"image/png"}]}}',
      { type: 'content', value: [{ type: 'image-data', data: 'aGk=', mediaType: 'image/png' }] },
    ],
  ])('%s -> the output for the model', (_what, answer, output) => {
    expect(readPageOutput(answer)).toEqual(output);
  });

  test('an output that nests too deeply -> an error for the model', () => {
    const deep = `{"output":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    expect(readPageOutput(deep)).toMatchObject({
      type: 'error-text',
      value: expect.stringContaining("The page's output cannot be used") as string,
    });
  });
});
