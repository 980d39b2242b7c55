import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkProject } from '../../../cli/project/check-project.js';
import { loadProject } from '../../../cli/project/load-project.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../context/plan/settings.js';
import { agent, defineFlow, manual, subflow } from '../../../index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threadline-project-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('loadProject', () => {
  test('unknown fields -> refused, with the field that was probably meant', async () => {
    await writeFile(
      join(folder, 'threadline.config.mjs'),
      'export default { flows: [{}], tols: [], colour: 1 }',
    );
    await expect(loadProject({ folder, model: {} })).rejects.toThrow(
      /^Project file 'threadline\.config\.mjs' has unknown fields: 'tols' \(did you mean 'tools'\?\), 'colour'; known are flows, /,
    );
  });

  test("a typo in 'flows' -> reported as a typo, not as a file without a project", async () => {
    const other = await mkdtemp(join(folder, 'other-'));
    await writeFile(join(other, 'threadline.config.mjs'), 'export default { flwos: [{}] }');
    await expect(loadProject({ folder: other, model: {} })).rejects.toThrow(
      /^Project file 'threadline\.config\.mjs' has unknown fields: 'flwos' \(did you mean 'flows'\?\); known are /,
    );
  });
});

describe('checkProject', () => {
  const check = (config: Parameters<typeof agent>[0], more: object = {}): Promise<string[]> => {
    const flow = defineFlow({
      slug: 'support',
      name: 'Support',
      nodes: { start: manual(), helper: agent(config) },
      edges: [['start', 'helper']],
    });
    return checkProject(
      { kind: 'own', file: '/project/threadline.config.ts', project: { flows: [flow], ...more } },
      { model: {}, context: DEFAULT_CONTEXT_SETTINGS },
    );
  };

  test('two problems of a flow -> one sentence with the file and both', async () => {
    await expect(check({ model: 'offline:demo', tools: ['nope', 'none'] })).rejects.toThrow(
      /^Project file 'threadline\.config\.ts' is not valid: Flow 'support': Node 'helper' has 'nope' .*; Flow 'support': Node 'helper' has 'none' /,
    );
  });

  test('names and patterns of MCP tools -> known by their server, which is not started', async () => {
    const mcp = { files: { command: '/nowhere' } };
    const model = 'offline:demo';
    await expect(check({ model, tools: ['files__read', 'files__*'] }, { mcp })).resolves.toEqual([]);
    await expect(check({ model, tools: ['file__read'] }, { mcp })).rejects.toThrow("'file__read'");
    await expect(check({ model }, { mcp: { files: { command: 7 } } })).rejects.toThrow(
      /^Project file .* is not valid: MCP server 'files': field 'command'/,
    );
  });

  test('a model without a provider -> reported before anything starts; a valid project -> nothing', async () => {
    await expect(check({ model: 'nobody:m' })).rejects.toThrow(
      /^Project file .*Node 'helper' has 'nobody:m' .* provider 'nobody' does not exist/,
    );
    await expect(check({ model: 'offline:demo' })).resolves.toEqual([]);
  });

  test('a subflow to a flow that the project does not have -> a warning with its name', async () => {
    const flow = defineFlow({
      slug: 'support',
      name: 'Support',
      nodes: { start: manual(), below: subflow({ flow: 'suport-more' }) },
      edges: [['start', 'below']],
    });
    const own = { kind: 'own', file: '/project/threadline.config.ts', project: { flows: [flow] } } as const;
    expect(await checkProject(own, { model: {}, context: DEFAULT_CONTEXT_SETTINGS })).toEqual([
      expect.stringContaining("'suport-more'"),
    ]);
  });
});
