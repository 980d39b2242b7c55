import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { readPages } from './pages.js';
import { readFailures } from './read-failures.js';
import { readExamples } from './read-examples.js';
import { renderContents, renderPage } from './render-page.js';
import { renderFailures } from './render-failures.js';
import { renderFields } from './render-fields.js';
import { renderMetrics } from './render-metrics.js';
import { renderPersonalities } from './render-personalities.js';

/** `--check` exits with 1 if a page is outdated. */
const FOLDER = fileURLToPath(new URL('../../docs/reference/', import.meta.url));
const isCheck = process.argv.includes('--check');
const problems: string[] = [];
const pages = new Map<string, string>();
const examples = readExamples();

const contents = readPages();
for (const page of contents)
  try {
    pages.set(page.file, await pretty(renderPage(page, examples)));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
pages.set('errors.md', await pretty(renderFailures(await readFailures())));
pages.set('openai-fields.md', await pretty(renderFields()));
pages.set('metrics.md', await pretty(renderMetrics()));
pages.set('personalities.md', await pretty(await renderPersonalities()));
pages.set('README.md', await pretty(renderContents(contents)));
if (problems.length === 0) await (isCheck ? compare() : write());
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

async function write(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const [file, text] of pages) await writeFile(`${FOLDER}${file}`, text);
}

async function compare(): Promise<void> {
  const there = await readdir(FOLDER).catch(() => []);
  for (const file of there) if (!pages.has(file)) problems.push(`docs/reference/${file} is not a page`);
  for (const [file, text] of pages)
    if ((await readFile(`${FOLDER}${file}`, 'utf8').catch(() => '')) !== text)
      problems.push(`docs/reference/${file} is outdated: run 'npm run write-reference'`);
}

async function pretty(markdown: string): Promise<string> {
  const options = await resolveConfig(`${FOLDER}page.md`);
  return format(markdown, { ...options, parser: 'markdown' });
}
