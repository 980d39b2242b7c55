import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Block } from './documentation.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = join(ROOT, 'tests/docs');
const GIVEN = join(FOLDER, 'given.ts');

const AROUND: Record<string, [string, string]> = {
  nodes: ["defineFlow({ slug: 'a', name: 'A', edges: [],", '})'],
  summaries: ["defineFlow({ slug: 'a', name: 'A', nodes: {}, edges: [], history: {", '} })'],
  queues: ["agent({ model: 'm',", '})'],
  gateway: ['defineConfig({ flows,', '})'],
  approve: [
    "defineTool({ name: 'a', description: 'A', input: z.object({ amount: z.number() }), execute: () => 1,",
    '})',
  ],
};
const NODES: [string, string] = ["defineFlow({ slug: 'a', name: 'A', edges: [], nodes: {", '} })'];

const ABSENT = {
  'absent.d.ts':
    "declare module '@ai-sdk/mistral' { export const createMistral: () => import('@ai-sdk/provider').ProviderV3; }",
  'threadline.config.ts':
    "import { defineConfig } from 'threadline';\nexport default defineConfig({ flows: [] });",
};

export function checkTypes(blocks: readonly Block[]): string[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...(config as object), include: [] }, ts.sys, ROOT);
  const given = namesOf(GIVEN);
  const places = new Map(
    blocks.map((block, index) => [join(FOLDER, `block-${index}.${block.language}`), block] as const),
  );
  const files = new Map([
    ...Object.entries(ABSENT).map(([name, code]) => [join(FOLDER, name), code] as const),
    ...[...places].map(([path, { code }]) => [path, toModule(code, given)] as const),
  ]);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  const program = ts.createProgram(
    [...files.keys()],
    {
      ...options,
      incremental: false,
      lib: [...(options.lib ?? []), 'lib.dom.d.ts'],
      tsBuildInfoFile: undefined,
      declaration: false,
      jsx: ts.JsxEmit.ReactJSX,
    },
    host,
  );
  return [...places].flatMap(([path, { page, line }]) => {
    const source = program.getSourceFile(path);
    const problems = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return problems.map(({ start = 0, messageText }) => {
      const at = line + 1 + (source?.getLineAndCharacterOfPosition(start).line ?? 0);
      return `${page}:${at}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

function toModule(code: string, given: ReadonlySet<string>): string {
  const source = ts.createSourceFile('block.tsx', code, ts.ScriptTarget.ESNext, true);
  const [field] = /^\w+(?=: )/.exec(code.replace(/^\/\/.*\n/, '')) ?? [];
  if (field !== undefined) {
    const [before, after] = AROUND[field] ?? NODES;
    return `import { ${[...given].join(', ')} } from './given.js'; ${before} ${code} ${after};`;
  }
  const { used, declared } = identifiersOf(source);
  const imported = [...used].filter((name) => given.has(name) && !declared.has(name));
  const prefix = `import { ${imported.join(', ')} } from './given.js';`;
  return ts.isExternalModule(source)
    ? `${prefix} ${code}`
    : `${prefix} export async function block() { ${code} }`;
}

function identifiersOf(root: ts.Node): { used: Set<string>; declared: Set<string> } {
  const [used, declared] = [new Set<string>(), new Set<string>()];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) used.add(node.text);
    const isDeclared =
      ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isImportSpecifier(node);
    if (isDeclared && ts.isIdentifier(node.name)) declared.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return { used, declared };
}

function namesOf(file: string): Set<string> {
  const source = ts.createSourceFile(file, ts.sys.readFile(file) ?? '', ts.ScriptTarget.ESNext, true);
  const names = source.statements.flatMap((statement) => {
    if (ts.isVariableStatement(statement)) return [...identifiersOf(statement.declarationList).declared];
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    return clause !== undefined && ts.isNamedExports(clause)
      ? clause.elements.map(({ name }) => name.text)
      : [];
  });
  return new Set(names);
}
