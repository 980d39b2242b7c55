import { findTarball } from './pack-package.js';
import type { Workbench } from './workbench.js';

export async function runNewProject({ folder, newProject: cwd, runShell }: Workbench): Promise<string> {
  const tarball = findTarball(folder);
  const run = (command: string, input = ''): Promise<string> => runShell({ command, cwd, input });
  await run(`npx --yes --package "${tarball}" threadline init`);
  // This version is not on the registry yet.
  await run(`npm install "${tarball}"`);
  await run('npm run check');
  await run('npm test');
  const answer = await run('npx --no-install threadline dev --user ada', 'use look_up_order for order 7\n');
  // The project must load without development packages.
  await run('npm ci --omit=dev');
  await run('node node_modules/threadline/bin/threadline.js flows validate threadline.config.ts');
  if (answer.includes('"status":"shipped"')) return answer.trim().slice(0, 60);
  throw new Error(`The answer lacks the tool's result: '${answer.slice(0, 500)}'`);
}
