import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflows } from '../../../../../worker/bundle-workflows.js';

/** The patch that is new in the new build. */
export const NEW_PATCHES: ReadonlySet<string> = new Set(['wait-before-turn']);

/** Bundles the Workflows of a later release, which schedule other things than today's, into a file. */
export async function bundleNewBuild(file: string): Promise<void> {
  const interceptors = fileURLToPath(new URL('./interceptors.ts', import.meta.url));
  const { code } = await bundleWorkflows({ interceptorModules: [interceptors] });
  await writeFile(file, code);
}
