import { build } from 'vite';
import { join } from 'node:path';

const CONFIG = join(import.meta.dirname, '..', '..', 'studio', 'vite.config.ts');

/** Builds the studio's page into `dist/studio`, where the gateway looks for it. */
export async function buildStudio(): Promise<void> {
  await build({ configFile: CONFIG, logLevel: 'warn' });
}
