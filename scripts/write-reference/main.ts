import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { readPages } from './pages.js';
import { readFailures } from './read-failures.js';
import { renderContents, renderPage } from './render-page.js';
import { renderFailures } from './render-failures.js';
import { renderModels } from './render-models.js';
import { renderPersonalities } from './render-personalities.js';
import { METRICS } from '../../telemetry/metrics/metrics.js';
import {
  CHAT_FIELDS,
  CONVERSATION_FIELDS,
  RESPONSE_FIELDS,
  type FieldTable,
  type FieldUse,
} from '../../packages/gateway/openai/requests/request-fields.js';

const EXAMPLES = fileURLToPath(new URL('./examples/', import.meta.url));

const FIELDS_INTRO =
  'How the gateway treats the fields of requests by [OpenAI-compatible clients](../gateway-openai.md#fields). Any ' +
  'other field is rejected.';

const METRICS_INTRO =
  'The Prometheus metrics of workers and gateways. [Deploy and operate](../operating.md#metrics) shows how to read them.';

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
pages.set('models.md', await pretty(renderModels()));
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

function renderMetrics(): string {
  const rows = Object.entries(METRICS).map(([name, { kind, unit, labels, meaning }]) => {
    const names = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${kind === 'histogram' ? `${unit}, a histogram` : unit} | ${names} | ${meaning} |`;
  });
  const table = ['| metric | unit | labels | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
  return ['# Metrics', METRICS_INTRO, table].join('\n\n') + '\n';
}

function renderFields(): string {
  const tables = [
    ['Chat completion', CHAT_FIELDS],
    ['Response', RESPONSE_FIELDS],
    ['Conversation', CONVERSATION_FIELDS],
  ] as const;
  const sections = tables.map(([title, fields]) => `## ${title}\n\n${renderTable(fields)}`);
  return ['# Fields of OpenAI-compatible requests', FIELDS_INTRO, ...sections].join('\n\n') + '\n';
}

function renderTable(fields: FieldTable): string {
  const rows = new Map<string, string[]>();
  for (const [name, field] of Object.entries(fields)) {
    const treatment = describe(field);
    rows.set(treatment, [...(rows.get(treatment) ?? []), `\`${name}\``]);
  }
  const lines = [...rows].map(([treatment, names]) => `| ${names.join(', ')} | ${treatment} |`);
  return ['| fields | treatment |', '| --- | --- |', ...lines].join('\n');
}

function describe(field: FieldUse): string {
  return field.use === 'read' ? 'read' : `${field.use}: ${field.because}`;
}

function readExamples(): Map<string, string> {
  const examples = new Map<string, string>();
  for (const name of readdirSync(EXAMPLES).sort()) {
    const file = `${EXAMPLES}${name}`;
    const source = ts.createSourceFile(file, ts.sys.readFile(file) ?? '', ts.ScriptTarget.Latest, true);
    source.forEachChild((node) => {
      const found = readExample(node);
      if (!found) return;
      if (examples.has(found.key)) throw new Error(`${file}: there are two examples of '${found.key}'`);
      examples.set(found.key, found.code);
    });
  }
  return examples;
}

function readExample(node: ts.Node): { key: string; code: string } | undefined {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return undefined;
  const [key, body] = node.expression.arguments;
  if (node.expression.expression.getText() !== 'example' || !key || !body) return undefined;
  if (!ts.isStringLiteral(key) || !ts.isArrowFunction(body) || !ts.isBlock(body.body)) return undefined;
  const lines = body.body.getText().split('\n').slice(1, -1);
  return { key: key.text, code: lines.map((line) => line.replace(/^ {2}/, '')).join('\n') };
}
