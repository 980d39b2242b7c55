import { afterAll, describe, expect, test } from 'vitest';
import { createWorkspace } from './run-threadline.js';

const workspace = createWorkspace();
afterAll(() => workspace.cleanUp());

describe('threadline count', () => {
  test('texts, messages and a line that is neither -> a result for each in order, 1', async () => {
    const million = 'word '.repeat(200_000);
    const lines = [
      JSON.stringify({ text: 'Hello world' }),
      '',
      JSON.stringify({ id: 7, role: 'user', content: 'Hello world' }),
      '{"id":"x","text":"\\ud83d<|endoftext|>\\u0000"}',
      'nope',
      JSON.stringify({ text: million }),
    ];
    const { exitCode, stdout, stderr } = await workspace.run(['count', '--json'], lines.join('\r\n'));
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(stdout.split('\n').slice(0, -1)).toEqual([
      '{"tokens":2}',
      '{"id":7,"tokens":6}',
      '{"id":"x","tokens":9}',
      expect.stringMatching(/^\{"error":"Line 5 is not JSON/),
      '{"tokens":200001}',
    ]);
  });

  test('an unknown encoding -> 2 and the known one', async () => {
    expect(await workspace.run(['count', '--encoding', 'o200k_base'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        "Option '--encoding <name>' argument 'o200k_base' is invalid. Allowed choices are cl100k_base: see 'threadline count --help'\n",
    });
  });

  test('a reader that closes the pipe early -> ends quietly, 0', async () => {
    const { process: child, ended, until } = workspace.start(['count']);
    child.stdin.write('{"text":"Hello"}\n');
    await until('{"tokens":1}\n');
    child.stdout.destroy();
    child.stdin.write('{"text":"Hello"}\n'.repeat(100_000));
    expect(await ended).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test("another program's file -> its messages and tokens in total", async () => {
    const said = (text: string) =>
      JSON.stringify({
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
      });
    const { exitCode, stdout } = await workspace.run(['count'], `${said('Hello')}\n${said('Hello world')}`);
    const result = { format: 'codex', messages: 2, tokens: 1 + 2 + 8, warnings: [] };
    expect({ exitCode, result: JSON.parse(stdout) as unknown }).toEqual({ exitCode: 0, result });
  });
});
