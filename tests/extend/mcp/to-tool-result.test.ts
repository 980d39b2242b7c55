import { describe, expect, test } from 'vitest';
import { toToolResult } from '../../../extend/mcp/to-tool-result.js';
import type { NewToolArtifact } from '../../../extend/tools/tool-artifacts.js';

const PNG = 'iVBORw0KGgo=';

describe('toToolResult', () => {
  test('texts, links and texts of resources -> one text', async () => {
    const { outcome } = await read([
      { type: 'text', text: 'one' },
      { type: 'resource', resource: { uri: 'file:///a.txt', text: 'two' } },
      { type: 'resource_link', uri: 'file:///b.pdf', name: 'b', mimeType: 'application/pdf' },
      { type: 'hologram' },
    ]);
    expect(outcome).toEqual({
      kind: 'output',
      output:
        'one\n[Resource <file:///a.txt>]\ntwo\n[Resource b <file:///b.pdf> (application/pdf)]\n[Part 4 of the result cannot be read]',
    });
  });

  test('pictures, also of resources -> parts; sounds and files -> artifacts named in a sentence', async () => {
    const { outcome, saved } = await read([
      { type: 'image', data: PNG, mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'r:1', blob: PNG, mimeType: 'image/png' } },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'r:2', blob: 'AAAA', mimeType: 'application/pdf' } },
    ]);
    const picture = { type: 'image-data', data: PNG, mediaType: 'image/png' };
    expect(outcome).toEqual({
      kind: 'output',
      output: {
        type: 'content',
        value: [
          picture,
          picture,
          { type: 'text', text: '[A sound (audio/wav, 3 bytes) is stored as artifact:call-3.wav]' },
          {
            type: 'text',
            text: '[Resource <r:2> (application/pdf, 3 bytes) is stored as artifact:call-4.pdf]',
          },
        ],
      },
    });
    expect(saved.map(({ name, mediaType }) => [name, mediaType])).toEqual([
      ['call-3.wav', 'audio/wav'],
      ['call-4.pdf', 'application/pdf'],
    ]);
  });

  test('only data -> the data; an error -> its text; not a result -> an error', async () => {
    expect(await toToolResult({ structuredContent: { a: 1 } }, KEEP)).toEqual({
      kind: 'output',
      output: { a: 1 },
    });
    expect(await toToolResult({ isError: true, content: [{ type: 'text', text: 'full' }] }, KEEP)).toEqual({
      kind: 'error',
      text: 'full',
    });
    expect(await toToolResult({ content: 'text' }, KEEP)).toMatchObject({ kind: 'error' });
  });

  test('a file that is not accepted, 1,000 parts -> reported, and cut', async () => {
    const { outcome } = await read([
      { type: 'audio', data: 'AAAA', mimeType: 'no type' },
      ...Array.from({ length: 999 }, () => ({ type: 'text', text: 'x' })),
    ]);
    expect(outcome).toMatchObject({
      output: expect.stringMatching(
        /^\[A sound \(no type, 3 bytes\) could not be stored: refused\][^]*\[900 more parts of the result are omitted\]$/,
      ) as string,
    });
  });
});

const KEEP = { keepAs: 'call', save: () => Promise.resolve() };

async function read(content: unknown[]) {
  const saved: NewToolArtifact[] = [];
  const outcome = await toToolResult(
    { content },
    {
      keepAs: 'call',
      save(artifact) {
        if (artifact.mediaType === 'no type') throw new Error('refused');
        return Promise.resolve(saved.push(artifact));
      },
    },
  );
  return { outcome, saved };
}
