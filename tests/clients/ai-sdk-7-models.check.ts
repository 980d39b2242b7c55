import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { nodeCommand } from '../../scripts/test-clients/client-folders.js';

const PROGRAM = fileURLToPath(new URL('ai-sdk-7-models.ts', import.meta.url));

describe('model packages of the AI SDK 7, on Node 22', () => {
  test('@ai-sdk/openai 4 and @ai-sdk/mistral 4 as a project has them -> answer, call tools and see pictures', async () => {
    const { stdout } = await promisify(execFile)(nodeCommand(), ['--import', 'tsx', PROGRAM]);
    const answer = {
      content: [{ type: 'text', text: 'A sky.' }],
      usage: expect.any(Number) as number,
      called: [{ type: 'tool-call', toolName: 'weather' }],
    };
    expect(JSON.parse(stdout)).toMatchObject({ answers: { openai: answer, mistral: answer }, pictures: 4 });
  });
});
