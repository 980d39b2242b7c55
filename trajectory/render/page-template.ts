import { buildSync } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// The package has neither esbuild nor the sources, so the build replaces this module by the page.

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = join(ROOT, 'packages/studio/trajectory/main.tsx');
const PACKAGES = ['react', 'react-dom', 'scheduler', '@dagrejs/dagre', 'tailwindcss'];

let template: string | undefined;

/** The page, with placeholders for title and data. Its security policy blocks all requests. */
export function pageTemplate(): string {
  return (template ??= bundlePage(PAGE));
}

export function pageTemplateModule(): string {
  return `export const pageTemplate = () => ${JSON.stringify(pageTemplate())};`;
}

export function bundlePage(entry: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    outdir: 'page',
    // One file, because a page that is opened from disk cannot load others.
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: readLicenses() },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    tsconfigRaw: {},
  });
  const read = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  // Replaced, because browsers do not understand Tailwind's `@theme` and `--theme()`.
  const style = read('.css').replace('@theme static', ':root').replaceAll('--theme(', 'var(');
  const script = read('.js');
  const policy = [
    `default-src 'none'`,
    `script-src '${hash(script)}'`,
    `style-src '${hash(style)}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title><!--title--></title>
<style>${style}</style>
</head>
<body>
<div id="studio"></div>
<noscript>Turn on JavaScript to see the graph.</noscript>
<script type="application/json" id="data"><!--data--></script>
<script type="module">${script}</script>
</body>
</html>
`;
}

/** Part of the script, whose line endings browsers normalize before they hash it. */
function readLicenses(): string {
  const texts = PACKAGES.map(
    (name) => `${name}\n${readFileSync(join(ROOT, 'node_modules', name, 'LICENSE'), 'utf8')}`,
  );
  return `/*!\n${texts.join('\n').replaceAll('\r\n', '\n')}*/`;
}

function hash(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
