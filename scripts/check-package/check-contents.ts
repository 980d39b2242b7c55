import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

const EXPECTED = ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'data', 'dist', 'docs', 'package.json'];
const NOT_SHIPPED = new Set(['tests', 'bench', 'scripts']);

/** Looks at the installed package's files: only what ships is there. Throws naming what is not as it should be. */
export function checkContents(project: string): string {
  const folder = join(project, 'node_modules', 'threadline');
  const names = readdirSync(folder).filter((name) => name !== 'node_modules');
  if (names.sort().join() !== EXPECTED.join())
    throw new Error(`The package holds ${names.join(', ')}; it must hold ${EXPECTED.join(', ')}`);
  const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
  const wrong = files.find((file) => isSource(file) || NOT_SHIPPED.has(file.split(sep)[0] ?? ''));
  if (wrong !== undefined) throw new Error(`The package holds '${wrong}', which must not ship`);
  const missing = filesReadAsTheyAre().find((file) => !files.includes(file));
  if (missing !== undefined)
    throw new Error(`The package lacks 'dist/${missing}', which is read when it runs`);
  return `${files.length} files and folders in dist/`;
}

/** What in servers/ is no TypeScript; a machine that has the servers already would not miss it. */
function filesReadAsTheyAre(): string[] {
  const servers = join(import.meta.dirname, '../../servers');
  const files = readdirSync(servers, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => !isSource(file)).map((file) => join('servers', file));
}

function isSource(file: string): boolean {
  return /\.ts$/.test(file) && !file.endsWith('.d.ts');
}
