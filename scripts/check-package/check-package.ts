import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chatFromPipe } from './chat-from-pipe.js';
import { checkShippedFiles } from './check-shipped-files.js';
import { checkImports } from './check-imports.js';
import { checkLinks } from './check-links.js';
import { checkTypes } from './check-types.js';
import { hasRegistry, installPackage } from './install-package.js';
import { packPackage } from './pack-package.js';
import { plainEnvironment } from './plain-environment.js';
import { createRunShell } from './run-shell.js';
import { runSteps, type CheckStep } from './run-steps.js';
import { runNewProject } from './run-new-project.js';
import { stopLeftServers } from './stop-left-servers.js';
import type { Workbench } from './workbench.js';
import { writeProject } from './write-project.js';

interface CheckOptions {
  readonly isBuilt: boolean;
  readonly shouldKeep: boolean;
}

/** Returns 0 on success, 2 without a registry. Keeps the folder only on request. */
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
/** Cloudflare's bundler settings; a Node module fails it. */
const AT_THE_EDGE = '--bundle --platform=browser --conditions=workerd,worker --format=esm';

/** Some code cannot handle the space in the name. */
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
