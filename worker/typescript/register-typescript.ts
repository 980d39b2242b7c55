import * as nodeModule from 'node:module';
import { resolve } from './typescript-as-module.js';

/** Project and worker share one module graph. Permanent, since a tool may import more later. */
export async function registerTypeScript(): Promise<void> {
  const isSource = import.meta.url.endsWith('.ts');
  // A clone already runs with this loader.
  if (!isSource) {
    const { register } = await import('tsx/esm/api');
    register();
  }
  // The hook must run in the loader's thread, which is this one if Node has `registerHooks`.
  if ('registerHooks' in nodeModule && typeof nodeModule.registerHooks === 'function')
    nodeModule.registerHooks({ resolve });
  else nodeModule.register(new URL(`./typescript-as-module.${isSource ? 'ts' : 'js'}`, import.meta.url));
}
