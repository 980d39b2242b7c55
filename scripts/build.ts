import { buildSync } from 'esbuild';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { buildStudio } from './build-studio/build-studio.js';
import { compile } from './compiler.js';
import { writeWorkflowBundle } from './write-workflow-bundle.js';
import { pageTemplateModule } from '../trajectory/render/page-template.js';

const ROOT = dirname(import.meta.dirname);
const OUTPUT = join(ROOT, 'dist');

process.exitCode = await build();

async function build(): Promise<number> {
  rmSync(OUTPUT, { recursive: true, force: true });
  const problems = compile('tsconfig.build.json', ROOT);
  problems.forEach((problem) => console.error(problem));
  if (problems.length > 0) return 1;
  copyOtherFiles();
  writeTextModules();
  await buildStudio();
  await writeWorkflowBundle({ root: ROOT, output: OUTPUT });
  return 0;
}

function copyOtherFiles(): void {
  for (const folder of ['servers', 'temporal/encryption', 'workflows/team-bundle'])
    cpSync(join(ROOT, folder), join(OUTPUT, folder), {
      recursive: true,
      filter: (source) => extname(source) !== '.ts',
    });
}

/** A bundled application cannot read text files from their location. */
function writeTextModules(): void {
  writeProgram('files/pdf-process.ts', { module: 'files/pdf-program.js', name: 'PDF_PROGRAM' });
  writeProgram('flow/validation/check-thread.ts', {
    module: 'flow/validation/check-program.js',
    name: 'CHECK_PROGRAM',
  });
  writeModule('trajectory/render/page-template.js', [pageTemplateModule()]);
  for (const ending of ['.js', '.d.ts']) rmSync(join(OUTPUT, `files/pdf-process${ending}`));
}

function writeProgram(entry: string, { module, name }: { module: string; name: string }): void {
  const { outputFiles } = buildSync({
    entryPoints: [join(ROOT, entry)],
    bundle: true,
    write: false,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    tsconfigRaw: {},
    logLevel: 'error',
  });
  const program = outputFiles.map(({ text }) => text).join('');
  writeModule(module, [`export const ${name} = ${JSON.stringify(program)};`]);
}

function writeModule(file: string, lines: readonly string[]): void {
  writeFileSync(join(OUTPUT, file), `${lines.join('\n')}\n`);
}
