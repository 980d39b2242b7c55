import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createWorkspace, SOURCE_COMMAND } from './run-threadline.js';

const workspace = createWorkspace();
afterAll(() => workspace.cleanUp());

describe('threadline', () => {
  test('--help -> printed with the exit codes, 0', async () => {
    const { exitCode, stdout } = await workspace.run(['executions', '--help']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Usage: threadline executions .*Exit codes:/s);
  });
  test('--version -> the version, 0', async () => {
    const { exitCode, stdout } = await workspace.run(['--version']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
  test('an unknown command -> 2 and a sentence that names it', async () => {
    const { exitCode, stdout, stderr } = await workspace.run(['frobnicate']);
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toBe("Unknown command 'frobnicate': see 'threadline --help'\n");
  });
  test.each([[['ask', 'hello']], [['history', '--json']]])(
    '%j without servers -> 1 and the remedy, nothing on standard output',
    async (args) => {
      expect(await workspace.run(args)).toEqual({
        exitCode: 1,
        stdout: '',
        stderr:
          "Nothing is running here: start it with 'npm start' ('threadline dev'), or set TEMPORAL_ADDRESS and DATABASE_URL\n",
      });
    },
  );
  test('forget without a terminal to confirm -> 2 and the remedy', async () => {
    const { exitCode, stderr } = await workspace.run(['forget', '--user', 'ada']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('add --yes');
  });
  test('flows validate, without servers -> 0; of an invalid flow 1 and its errors', async () => {
    const flow = {
      $schema: 'https://json-schema.org',
      slug: 'hello',
      name: 'Hello',
      nodes: [
        { id: 'chat', kind: 'chat' },
        { id: 'say', kind: 'reply', config: { text: 'Hello' } },
      ],
      edges: [{ from: 'chat', to: 'say' }],
    };
    const valid = await workspace.run(['flows', 'validate', '-'], JSON.stringify(flow));
    expect(valid).toEqual({ exitCode: 0, stdout: "Flow 'hello' is valid\n", stderr: '' });
    const broken = JSON.stringify({ ...flow, edges: [{ from: 'chat', to: 'nope' }] });
    const { exitCode, stdout, stderr } = await workspace.run(['flows', 'validate', '-'], broken);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain("'nope'");
  });
  test('flows validate of a project file, without servers -> one line per flow, 1 for a missing tool', async () => {
    const own = createWorkspace({}, SOURCE_COMMAND);
    writeFileSync(
      join(own.folder, 'threadline.config.ts'),
      `import { agent, chat, defineConfig, defineFlow } from 'threadline';
       const flow = (slug: string, tools: string[]) =>
         defineFlow({
           slug,
           name: slug,
           nodes: { chat: chat(), help: agent({ model: 'offline:demo', tools }) },
           edges: [['chat', 'help']],
         });
       export default defineConfig({ flows: [flow('plain', []), flow('shop', ['refund'])] });`,
    );
    const { exitCode, stdout } = await own.run(['flows', 'validate', 'threadline.config.ts']);
    const missing = await own.run(['flows', 'validate', 'other.config.ts']);
    await own.cleanUp();
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^Flow 'plain': valid\nFlow 'shop': not valid\nerror: .*'refund'.*\n$/);
    expect(missing).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('other.config.ts'),
    });
  });
  test('worker without a database -> 1 and the remedy', async () => {
    const { exitCode, stderr } = await workspace.run(['worker']);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      "No Postgres is running here: start it with 'npm start' ('threadline dev'), or set DATABASE_URL\n",
    );
  });
  test('doctor without servers -> 1, every check as JSON', async () => {
    const { exitCode, stdout } = await workspace.run(['doctor', '--json']);
    expect(exitCode).toBe(1);
    const checks = JSON.parse(stdout) as { name: string; status: string; remedy?: string }[];
    const failed = checks.filter(({ status }) => status === 'fail');
    expect(failed.map(({ name }) => name)).toEqual(['Temporal', 'Postgres']);
    expect(failed.every(({ remedy }) => remedy?.includes('npm start'))).toBe(true);
  });
  test('a setting that cannot be read -> 1 and a sentence with its name', async () => {
    const wrong = createWorkspace({ DATABASE_URL: 'mysql://nowhere' });
    const { exitCode, stderr } = await wrong.run(['migrate']);
    await wrong.cleanUp();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Environment variable DATABASE_URL is not of the form');
  });
  test('a project file that exports nothing -> 1 before anything is started', async () => {
    const broken = createWorkspace();
    writeFileSync(join(broken.folder, 'threadline.config.mjs'), 'export default {};');
    const { exitCode, stderr } = await broken.run(['dev']);
    await broken.cleanUp();
    expect(exitCode).toBe(1);
    expect(stderr).toContain("Project file 'threadline.config.mjs' does not export a project");
  });
});
