import { build } from 'vite';
import { join } from 'node:path';
import { STUDIO_OUTPUT } from '../../studio/vite.config.js';
import { measureFirstLoad, MOST_FIRST_LOAD_BYTES } from './measure-first-load.js';

const CONFIG = join(import.meta.dirname, '..', '..', 'studio', 'vite.config.ts');

/** Builds the studio's page into `dist/studio`, where the gateway looks for it. Throws where its first load has become too large. */
export async function buildStudio(): Promise<void> {
  await build({ configFile: CONFIG, logLevel: 'warn' });
  const bytes = measureFirstLoad(STUDIO_OUTPUT);
  if (bytes > MOST_FIRST_LOAD_BYTES)
    throw new Error(
      `The first load of the studio has ${bytes} compressed bytes, more than ${MOST_FIRST_LOAD_BYTES}: load a part of it when it is shown`,
    );
}
