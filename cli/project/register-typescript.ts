import * as nodeModule from 'node:module';
import { resolve } from './typescript-as-module.js';

/**
 * Lets this process import a project's TypeScript, in the one graph of modules, so that the project and the
 * worker share `threadline`. It stays: a tool may import more of the project when it runs. Once a process.
 */
export async function registerTypeScript(): Promise<void> {
  const isSource = import.meta.url.endsWith('.ts');
  // A clone runs with this loader already.
  if (!isSource) {
    const { register } = await import('tsx/esm/api');
    register();
  }
  // Our hook must run in the thread of the loader's hooks, which is this one where Node has `registerHooks`.
  if ('registerHooks' in nodeModule && typeof nodeModule.registerHooks === 'function')
    nodeModule.registerHooks({ resolve });
  else nodeModule.register(new URL(`./typescript-as-module.${isSource ? 'ts' : 'js'}`, import.meta.url));
}
