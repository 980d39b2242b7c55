import { describe, expect, test } from 'vitest';
import { parseToolContent } from '../../../extend/tools/tool-content.js';

const TEXT = { type: 'text', text: 'two pictures' };
const PICTURE = { type: 'image-data', data: 'AAAA', mediaType: 'image/png' };

describe('parseToolContent', () => {
  test('text and pictures -> a result of parts', () => {
    const value = [TEXT, PICTURE, { type: 'image-url', url: 'https://example.com/a.png' }];
    expect(parseToolContent({ type: 'content', value })).toEqual({ type: 'content', value });
  });

  test('additional fields of a part -> omitted', () => {
    expect(parseToolContent({ type: 'content', value: [{ ...TEXT, secret: 1 }] })?.value).toEqual([TEXT]);
  });

  test.each([
    ['text', 'content'],
    ['null', null],
    ['another type', { type: 'text', value: [TEXT] }],
    ['no list', { type: 'content', value: TEXT }],
    ['an empty list', { type: 'content', value: [] }],
    ['a part that is none', { type: 'content', value: [TEXT, { type: 'video' }] }],
    ['a picture that is no picture', { type: 'content', value: [{ ...PICTURE, mediaType: 'text/html' }] }],
    ['a picture without data', { type: 'content', value: [{ ...PICTURE, data: undefined }] }],
    [
      'a file as a remote picture',
      { type: 'content', value: [{ type: 'image-url', url: 'file:///etc/passwd' }] },
    ],
  ])('%s -> undefined: it is data', (_name, value) => {
    expect(parseToolContent(value)).toBeUndefined();
  });
});
