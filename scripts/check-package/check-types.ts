import { join } from 'node:path';
import ts from 'typescript';

const FOREIGN = /\/node_modules\/(?!threadline\/(?!.*\/node_modules\/))/;

/** Ignores errors in other packages: Temporal's client has some with `exactOptionalPropertyTypes`. */
export function checkTypes(project: string, config: string): string {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    join(project, config),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => fail([problem]) },
  );
  const program = ts.createProgram(parsed?.fileNames ?? [], parsed?.options ?? {});
  const errors = ts.getPreEmitDiagnostics(program).filter(({ file }) => !FOREIGN.test(file?.fileName ?? ''));
  if (errors.length > 0) fail(errors);
  return `${program.getSourceFiles().filter(({ fileName }) => !FOREIGN.test(fileName)).length} files`;
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
