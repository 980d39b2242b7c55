import { mkdirSync, mkdtempSync, realpathSync, rmSync, existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkShippedFiles } from './check-shipped-files.js';
import { checkImports } from './check-imports.js';
import { checkLinks } from './check-links.js';
import { hasRegistry, installPackage, readManifest } from './install-package.js';
import { packPackage, findTarball } from './pack-package.js';
import { createRunShell } from './run-shell.js';
import type { Workbench } from './workbench.js';
import { writeProject } from './write-project.js';
import { listVariables } from '../../models/providers/providers.js';
import { compile } from '../compiler.js';
import { stopServers } from '../../servers/index.js';
import { postgresAccount } from '../../servers/postgres/postgres-account.js';
import { postgresHome } from '../../servers/postgres/postgres-home.js';

const ORDER = ['"id":7', '"status":"shipped"', '"execution":"conversation/orders/ada/turn/'];

const DELIVERY = ['Order 7 arrives in 9 days.'];

interface CheckStep {
  readonly name: string;
  run(): string | Promise<string>;
}

const FOREIGN_PROBLEM = /node_modules\/(?!threadline\/(?!.*\/node_modules\/))/;

const FOREIGN_VARIABLES = [
  'TEMPORAL_',
  'THREADLINE_',
  'DATABASE_URL',
  // A prefix such as `OPENAI_`: the providers' packages read more variables than we list.
  ...listVariables().map(([, { apiKey }]) => apiKey.replace(/_.*/, '_')),
];

interface CheckOptions {
  readonly isBuilt: boolean;
  readonly shouldKeep: boolean;
}

/** Returns 2 if the npm registry is unreachable. Deletes its folder unless `shouldKeep`. */
export async function checkPackage({ isBuilt, shouldKeep }: CheckOptions): Promise<number> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  const workbench = createWorkbench(interrupted.signal);
  try {
    if (!(await hasRegistry(workbench))) return SKIPPED;
    return await runSteps(listSteps(workbench, isBuilt));
  } finally {
    await stopLeftServers(workbench);
    if (shouldKeep) console.log(`Kept ${workbench.folder}`);
    else rmSync(workbench.folder, { recursive: true, force: true });
  }
}

const SKIPPED = 2;
/** Cloudflare's settings, with which an import of a Node module fails. */
const AT_THE_EDGE = '--bundle --platform=browser --conditions=workerd,worker --format=esm';

/** Some code cannot handle the space in the folder's name. */
function createWorkbench(signal: AbortSignal): Workbench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'threadline package ')));
  const project = join(folder, 'project');
  const newProject = join(folder, 'new project');
  const scratch = join(folder, 'scratch');
  for (const made of [project, newProject, scratch]) mkdirSync(made);
  const env = plainEnvironment({ TMPDIR: scratch, NO_COLOR: '1', NEXT_TELEMETRY_DISABLED: '1' });
  return { folder, project, newProject, scratch, runShell: createRunShell({ env, signal }) };
}

function listSteps(workbench: Workbench, isBuilt: boolean): CheckStep[] {
  const { project, runShell } = workbench;
  const inProject = (command: string, fact = /$/) => {
    return async (): Promise<string> => {
      const printed = await runShell({ command: `npx --no-install ${command}`, cwd: project });
      return fact.exec(printed)?.[0] ?? '';
    };
  };
  return [
    { name: isBuilt ? 'pack' : 'build and pack', run: () => packPackage(workbench, isBuilt) },
    { name: 'write a project', run: () => writeProject(project) },
    { name: 'install', run: () => installPackage(workbench) },
    { name: 'contents', run: () => checkShippedFiles(project) },
    { name: 'imports', run: () => checkImports(project) },
    { name: 'links', run: () => checkLinks(project) },
    { name: 'types, nodenext', run: () => checkTypes(project, 'tsconfig.json') },
    { name: 'types, bundler', run: () => checkTypes(project, 'tsconfig.bundler.json') },
    {
      name: 'bundle, esbuild',
      run: inProject(`esbuild bundles/server.mts --bundle --platform=node --outfile=bundles/out/esbuild.cjs`),
    },
    {
      name: 'bundle, Cloudflare',
      run: inProject(`esbuild bundles/worker.mts ${AT_THE_EDGE} --outfile=bundles/out/worker.mjs`),
    },
    { name: 'bundle, Vite SSR', run: inProject('vite build --config bundles/vite.config.ts') },
    { name: 'bundle, Next.js', run: inProject('next build bundles/next') },
    { name: 'chat from a pipe', run: () => chatFromPipe(workbench) },
    { name: 'tests', run: inProject('vitest run', /(?<=Tests +)\d+ passed/) },
    { name: 'a new project', run: () => runNewProject(workbench) },
  ];
}

function plainEnvironment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !FOREIGN_VARIABLES.some((prefix) => name.startsWith(prefix)),
  );
  return { ...Object.fromEntries(own), ...more };
}

function checkTypes(project: string, config: string): string {
  const problems = compile(config, project).filter((line) => /^\S/.test(line) && !FOREIGN_PROBLEM.test(line));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return '';
}

async function stopLeftServers({ project, newProject, scratch }: Workbench): Promise<void> {
  const ofTests = readdirSync(scratch).map((name) => join(scratch, name, 'servers'));
  for (const dataDir of [
    ...[project, newProject].map((folder) => join(folder, '.threadline')),
    ...ofTests,
  ].filter((folder) => existsSync(folder))) {
    await stopServers(dataDir);
    // As root, Postgres has its own folder outside the data folder.
    rmSync(postgresHome(dataDir, postgresAccount()), { recursive: true, force: true });
  }
}

async function runSteps(steps: readonly CheckStep[]): Promise<number> {
  const width = Math.max(...steps.map(({ name }) => name.length));
  const startedAt = performance.now();
  for (const { name, run } of steps) {
    process.stdout.write(`${name.padEnd(width)}  `);
    const stepStartedAt = performance.now();
    try {
      const fact = await run();
      console.log(`${secondsSince(stepStartedAt)}  ${fact}`.trimEnd());
    } catch (error) {
      console.log(`${secondsSince(stepStartedAt)}  failed`);
      console.error(error instanceof Error ? error.message : error);
      return 1;
    }
  }
  console.log(`${'all'.padEnd(width)}  ${secondsSince(startedAt)}`);
  return 0;
}

function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;
}

async function runNewProject({ folder, newProject: cwd, runShell }: Workbench): Promise<string> {
  const tarball = findTarball(folder);
  const run = (command: string, input = ''): Promise<string> => runShell({ command, cwd, input });
  await run(`npx --yes --package "${tarball}" threadline init`);
  // The registry lacks this version, so installs the file. A newer Vite than ours may need a package that a registry
  // lacks; npm then writes a lock file that `npm ci` rejects.
  await run(`npm install "${tarball}" "vite@${readManifest().devDependencies['vite']}"`);
  await run('npm run check');
  await run('npm test');
  const answer = await run('npx --no-install threadline dev --user ada', 'use look_up_order for order 7\n');
  await run('npm ci --omit=dev');
  await run('node node_modules/threadline/bin/threadline.js flows validate threadline.config.ts');
  if (answer.includes('"status":"shipped"')) return answer.trim().slice(0, 60);
  throw new Error(`The answer lacks the tool's result: '${answer.slice(0, 500)}'`);
}

async function chatFromPipe({ project, runShell }: Workbench): Promise<string> {
  const command = 'npx --no-install threadline dev --user ada';
  const ask = (more: string, input: string): Promise<string> =>
    runShell({ command: `${command}${more}`, cwd: project, input });
  const answer = expectParts(await ask('', 'use look_up_order for order 7\n'), ORDER);
  expectParts(await ask(' --flow delivery', 'When does order 7 come?\n'), DELIVERY);
  return answer.trim().slice(0, 60);
}

function expectParts(answer: string, parts: readonly string[]): string {
  const missing = parts.filter((part) => !answer.includes(part));
  if (missing.length === 0) return answer;
  throw new Error(`The answer lacks ${missing.join(' and ')}: '${answer.slice(0, 500)}'`);
}
