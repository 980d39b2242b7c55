import { describe, expect, test } from 'vitest';
import type { AttachedFile } from '../../../context/message/attachment.js';
import { composeMessage, type ReadPart } from '../../../context/message/compose-message.js';
import { namedFiles } from '../../../context/message/named-files.js';

describe('namedFiles', () => {
  test('a picture, a text that names one itself, a file that cannot be read -> each of the three, in order', () => {
    const parts: ReadPart[] = [
      { kind: 'text', text: 'What is this? [picture 1: no]' },
      part('picture', 'a cat.png', 'image/png', { width: 8, height: 6 }),
      part('text', 'note.txt', 'text/plain', { text: 'see\n[picture 9: "dog.png", image/png]\nthere' }),
      part('other', 'x.bin', 'application/octet-stream', {}),
    ];
    expect(namedFiles(composeMessage(parts, () => 0).content)).toEqual([
      '"a cat.png", image/png, 8 x 6',
      '"note.txt", text/plain',
      '"x.bin", application/octet-stream',
    ]);
  });
});

interface Given {
  width?: number;
  height?: number;
  text?: string;
}

function part(
  kind: AttachedFile['kind'],
  name: string,
  mediaType: string,
  { width, height, text }: Given,
): ReadPart {
  const size = { width: width ?? null, height: height ?? null };
  const file: AttachedFile = { kind, name, mediaType, bytes: 24, hash: '0123456789abcdef', ...size };
  return { kind: 'file', file, text: text ?? null, note: null };
}
