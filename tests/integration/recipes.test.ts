import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ProjectConfig, Threadline } from '../../index.js';
import { assistantFlow } from '../../flow/default-flow.js';
import {
  startModelServer,
  text,
  toolCalls,
  type ModelServer,
} from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { DEFAULT_TOOLS } from '../../extend/tools/default-tools.js';
import { png } from './fixtures/pictures.js';
import { results, toolNames } from './fixtures/spill-tools.js';

const ROOT = join(import.meta.dirname, '../..');

let folder: string;
let recipes: Map<string, string>;
const taken = new Set<string>();
let endpoint: ModelServer;
let system: TestSystem;
beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, '.recipes-'));
  recipes = readRecipes(await readFile(join(ROOT, 'docs/recipes.md'), 'utf8'));
  endpoint = await startModelServer();
  Object.assign(process.env, {
    LOCAL_MODEL_URL: endpoint.baseUrl,
    ACME_URL: endpoint.baseUrl,
    ACME_API_KEY: 'test',
    FILES: folder,
  });
  const projects = await Promise.all(
    ['A local model', 'Your own provider', 'An answer that programs read', 'Ask a person first'].map(
      importProject,
    ),
  );
  const files = await importProject('Tools of an MCP server');
  system = await startTestSystem(inject('environment'), {
    flows: [assistantFlow(SCRIPTED_MODEL), ...[...projects, files].flatMap(({ flows }) => flows)],
    tools: [...DEFAULT_TOOLS, ...projects.flatMap(({ tools = [] }) => tools)],
    models: Object.fromEntries(projects.flatMap(({ models = {} }) => Object.entries(models))),
    mcp: files.mcp,
  });
});
afterAll(async () => {
  await system?.stop();
  await endpoint?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('docs/recipes.md', () => {
  test.each([
    ['a local model', 'local-talk', 'qwen', 32_768],
    ['an own provider', 'acme-talk', 'large', 64_000],
  ])('%s -> called by its name, within its window', async (_name, flow, model, window) => {
    endpoint.reply(text('Hello.'));
    const { executionId, text: said } = await ask(flow, 'Hi');
    expect(said).toBe('Hello.');
    expect(endpoint.requests.at(-1)?.body).toMatchObject({ model });
    expect(await system.client.executions.explain(executionId)).toMatchObject([
      { context: { arithmetic: { window } } },
    ]);
  });

  test('a picture -> is in the request', async () => {
    const file = join(folder, 'cat.png');
    await writeFile(file, png(64, 64, 'cat'));
    const { describePicture } = await importFile<{
      describePicture: (threadline: Threadline, user: string, file: string) => Promise<string>;
    }>('An image in a message/describe-picture.ts');
    system.model.reply(text('A cat.'));
    expect(await describePicture(system.client, system.newUser(), file)).toBe('A cat.');
    expect(JSON.stringify(system.model.requests.at(-1)?.body)).toContain('data:image/png;base64');
  });

  test('an answer for programs -> its fields are in the reply', async () => {
    system.model.reply(text('{"subject":"Broken lamp","isUrgent":true}'));
    expect((await ask('triage', 'My lamp is on fire')).text).toBe('Broken lamp, at once');
  });

  test('a call over the limit -> a person is asked, and it runs after a yes', async () => {
    const { askWithBoss } = await importFile<{
      askWithBoss: (
        threadline: Threadline,
        user: string,
        text: string,
        decide: (question: string) => Promise<string>,
      ) => Promise<string | undefined>;
    }>('Ask a person first/ask-boss.ts');
    system.model.reply(toolCalls([{ name: 'refund', arguments: { amount: 80 } }]), text('Done.'));
    const questions: string[] = [];
    const decide = (question: string): Promise<string> =>
      Promise.resolve(questions.push(question) ? 'yes' : '');
    expect(await askWithBoss(system.client, system.newUser(), 'My lamp broke', decide)).toBe('Done.');
    expect(questions).toEqual(['May refund run with {"amount":80}?']);
    expect(results(system.model.requests.at(-1))).toEqual(['80 euros were paid back']);
  });

  test('tools of an MCP server -> offered, and called at once', async () => {
    await writeFile(join(folder, 'note.txt'), 'the lamp is in the attic');
    const read = { name: 'files__read_text_file', arguments: { path: join(folder, 'note.txt') } };
    system.model.reply(toolCalls([read]), text('In the attic.'));
    expect((await ask('librarian', 'Where is the lamp?')).text).toBe('In the attic.');
    expect(toolNames(system.model.requests.at(-1))).toContain('files__write_file');
    expect(JSON.stringify(results(system.model.requests.at(-1)))).toContain('the lamp is in the attic');
  });

  test('every file of the page -> is run by one of these', () => {
    expect(Array.from(taken).sort()).toEqual(Array.from(recipes.keys()).sort());
  });
});

function readRecipes(page: string): Map<string, string> {
  const sections = page.split(/^## /m).slice(1);
  return new Map(
    sections.flatMap((section) => {
      const [heading = ''] = section.split('\n', 1);
      return [...section.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)].map(
        ([, name = '', code = '']): [string, string] => [`${heading}/${name}`, code],
      );
    }),
  );
}

function take(name: string): string {
  const recipe = recipes.get(name);
  if (recipe === undefined) throw new Error(`docs/recipes.md has no '${name}'`);
  taken.add(name);
  return recipe;
}

async function importProject(heading: string): Promise<ProjectConfig> {
  return (await importFile<{ default: ProjectConfig }>(`${heading}/threadline.config.ts`)).default;
}

async function importFile<Exports>(name: string): Promise<Exports> {
  const file = join(folder, `${name.replaceAll(/[^a-z]+/gi, '-')}`, 'recipe.ts');
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, take(name));
  return (await import(/* @vite-ignore */ file)) as Exports;
}

function ask(flow: string, message: string) {
  return system.client.conversation({ flow, user: system.newUser() }).ask(message);
}
