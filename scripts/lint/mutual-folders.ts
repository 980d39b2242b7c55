import path from 'node:path';
import ts from 'typescript';

interface Import {
  from: string;
  to: string;
}

interface MutualFolders {
  pair: string;
  imports: string[];
}

export function listImports(file: string, text: string): string[] {
  return ts
    .preProcessFile(text)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => path.posix.join(path.posix.dirname(file), fileName));
}

export function findMutualFolders(imports: readonly Import[]): MutualFolders[] {
  const directions = new Map<string, { folders: readonly [string, string]; imports: string[] }>();
  for (const { from, to } of imports) {
    const folders = findSiblings(from, to);
    if (!folders) continue;
    const key = folders.join(' ');
    const known = directions.get(key) ?? { folders, imports: [] };
    known.imports.push(`${from} -> ${to}`);
    directions.set(key, known);
  }
  return [...directions.values()].flatMap(({ folders: [one, other], imports: there }) => {
    const back = directions.get(`${other} ${one}`)?.imports;
    if (!back || one > other) return [];
    return [{ pair: `${one} and ${other}`, imports: back.length < there.length ? back : there }];
  });
}

/**
 * The folders of one room where the two paths part. Absent for two rooms, which the linter checks, and if
 * one folder contains the other file.
 */
function findSiblings(from: string, to: string): readonly [string, string] | undefined {
  const one = from.split('/');
  const other = to.split('/');
  const depth = one.findIndex((name, index) => name !== other[index]);
  if (depth < 1 || depth >= one.length - 1 || depth >= other.length - 1) return undefined;
  return [one.slice(0, depth + 1).join('/'), other.slice(0, depth + 1).join('/')];
}
