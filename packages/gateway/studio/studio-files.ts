import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface StudioFile {
  content: Uint8Array<ArrayBuffer>;
  readonly gzipped: () => Promise<Uint8Array<ArrayBuffer>>;
  type: string;
  /** Caches may keep the file: its name contains a hash. */
  isLasting: boolean;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const ASSETS = 'assets/';

/** In the package, or in a clone after `npm run build:studio`. */
const FOLDERS = ['../../../studio', '../../../dist/studio'];

export function readStudio(): Map<string, StudioFile> | undefined {
  for (const folder of FOLDERS.map((name) => join(import.meta.dirname, name))) {
    const files = readFiles(folder);
    // The source folder also has a page, which browsers cannot show.
    if ([...files.values()].some(({ isLasting }) => isLasting)) return files;
  }
  return undefined;
}

async function compress(content: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await promisify(gzip)(content, { level: 9 }));
}

function readFiles(folder: string): Map<string, StudioFile> {
  const files = new Map<string, StudioFile>();
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return files;
  }
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const path = name.replaceAll('\\', '/');
    const content = Uint8Array.from(readFileSync(join(folder, name)));
    let gzipped: Promise<Uint8Array<ArrayBuffer>> | undefined;
    files.set(path, {
      content,
      gzipped: () => (gzipped ??= compress(content)),
      type,
      isLasting: path.startsWith(ASSETS),
    });
  }
  return files;
}
