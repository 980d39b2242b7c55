const LINE =
  /^\[(?:picture|file) \d+: ("[^"[\]]*", [\w+-]+\/[\w.+-]*[\w+-](?:, \d+ x \d+)?)(?:[.,][^\n]*)?\]$/;
const MARK = /Its text, up to "(end of file \d+, [0-9a-f]+)":\]$/;

export function namedFiles(content: string): string[] {
  const files: string[] = [];
  let end: string | undefined;
  for (const line of content.split('\n')) {
    if (end !== undefined) {
      if (line === `[${end}]`) end = undefined;
      continue;
    }
    const named = LINE.exec(line)?.[1];
    if (named === undefined) continue;
    files.push(named);
    end = MARK.exec(line)?.[1];
  }
  return files;
}
