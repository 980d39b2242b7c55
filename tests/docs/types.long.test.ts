import { beforeAll, describe, expect, test } from 'vitest';
import { checkTypes } from './check-types.js';
import { readBlocks } from './documentation.js';

let problems: string[];
beforeAll(() => {
  const wrong = [
    "import { connect } from 'threadline';\n\nawait connect({ nameSpace: 'chats' });\n",
    "import { createGate } from 'threadline/server';\n",
    "nodes: { answer: agent({ model, tool: ['search'] }) },\n",
  ].map((code) => ({ page: 'wrong.md', line: 7, language: 'ts', code }));
  problems = checkTypes([...readBlocks('ts', 'tsx'), ...wrong]);
});

describe('checkTypes', () => {
  test('TypeScript of all pages -> matches the exported types', () => {
    expect(problems.filter((problem) => !problem.startsWith('wrong.md'))).toEqual([]);
  });

  test('an option, an export and a field that do not exist -> problems at their lines', () => {
    expect(problems.filter((problem) => problem.startsWith('wrong.md'))).toEqual([
      expect.stringMatching(/^wrong\.md:10: .*'nameSpace' does not exist/),
      expect.stringMatching(/^wrong\.md:8: .*'createGate'/),
      expect.stringMatching(/^wrong\.md:8: .*'tool' does not exist/),
    ]);
  });
});
