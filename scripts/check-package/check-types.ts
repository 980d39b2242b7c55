import { join } from 'node:path';
import ts from 'typescript';

const FOREIGN = /\/node_modules\/(?!threadline\/(?!.*\/node_modules\/))/;

/** Skips other packages: they take most of the time, and Temporal's client fails `exactOptionalPropertyTypes`. */
export function checkTypes(project: string, config: string): string {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    join(project, config),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => fail([problem]) },
  );
  const program = ts.createProgram(parsed?.fileNames ?? [], parsed?.options ?? {});
  const files = program.getSourceFiles().filter(({ fileName }) => !FOREIGN.test(fileName));
  const errors = ts.sortAndDeduplicateDiagnostics(
    files.flatMap((file) => ts.getPreEmitDiagnostics(program, file)),
  );
  if (errors.length > 0) fail(errors);
  return `${files.length} files`;
}

function fail(errors: readonly ts.Diagnostic[]): never {
  throw new Error(
    ts.formatDiagnostics(errors, {
      getCurrentDirectory: ts.sys.getCurrentDirectory,
      getCanonicalFileName: (name) => name,
      getNewLine: () => '\n',
    }),
  );
}
