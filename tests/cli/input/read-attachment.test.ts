import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachCommand } from '../../../cli/chat/commands/attach.js';
import type { SlashCommandCall } from '../../../cli/chat/commands/slash-command.js';
import { readAttachments } from '../../../cli/input/read-attachment.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threadline-attach-'));
  await writeFile(join(folder, 'note.txt'), 'hello');
  await writeFile(join(folder, 'large.bin'), '');
  await truncate(join(folder, 'large.bin'), 50_000_000);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('readAttachments', () => {
  test('files -> parts with their names, in order', async () => {
    const path = join(folder, 'note.txt');
    const part = { type: 'file', data: Buffer.from('hello'), filename: 'note.txt' };
    expect(await readAttachments([path, path])).toEqual([part, part]);
    expect(await readAttachments()).toEqual([]);
  });

  test.each([
    ['nothing', 'missing.txt', /missing\.txt' cannot be attached \(/],
    ['a folder', '.', /cannot be attached \(/],
    ['50 MB', 'large.bin', /large\.bin' cannot be attached \(it has 50000000 bytes; the limit is 20000000\)/],
  ])('%s -> a sentence with the path', async (_name, path, message) => {
    await expect(readAttachments([join(folder, path)])).rejects.toThrow(message);
  });
});

describe('attachCommand', () => {
  test('a path -> the file is attached to the next message; no path -> the usage', async () => {
    const written: string[] = [];
    const files: unknown[] = [];
    const obey = (argument: string): unknown =>
      attachCommand.obey({
        chat: { files },
        argument,
        write: (text: string) => written.push(text),
        commands: [],
      } as unknown as SlashCommandCall);
    await obey('');
    await obey(join(folder, 'note.txt'));
    expect(files).toEqual([expect.objectContaining({ filename: 'note.txt' })]);
    expect(written).toEqual([
      'Name the file to send: /attach cat.png\n',
      'Attached to your next message: note.txt (1 in total)\n',
    ]);
  });
});
