import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflows } from '../../../../../worker/bundle-workflows.js';

export const NEW_PATCHES: ReadonlySet<string> = new Set(['wait-before-turn']);

export async function bundleNewBuild(file: string): Promise<void> {
  const interceptors = fileURLToPath(new URL('./interceptors.ts', import.meta.url));
  const { code } = await bundleWorkflows({ workflowInterceptorModules: [interceptors] });
  await writeFile(file, code);
}
