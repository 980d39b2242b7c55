import * as nodeModule from 'node:module';
import { resolve } from './typescript-as-module.js';

/**
 * Registers the loader in the worker's own module graph. It stays, because a tool may import more files
 * later.
 */
export async function registerTypeScript(): Promise<void> {
  const isSource = import.meta.url.endsWith('.ts');
  // A clone already runs with this loader.
  if (!isSource) {
    const { register } = await import('tsx/esm/api');
    register();
  }
  // Without `registerHooks`, Node runs the hook in its own loader thread.
  if ('registerHooks' in nodeModule && typeof nodeModule.registerHooks === 'function')
    nodeModule.registerHooks({ resolve });
  else nodeModule.register(new URL(`./typescript-as-module.${isSource ? 'ts' : 'js'}`, import.meta.url));
}
