/** The line that stands for a file, as `composeMessage` writes it. */
const LINE =
  /^\[(?:picture|file) \d+: ("[^"[\]]*", [\w+-]+\/[\w.+-]*[\w+-](?:, \d+ x \d+)?)(?:[.,][^\n]*)?\]$/;
const MARK = /Its text, up to "(end of file \d+, [0-9a-f]+)":\]$/;

/**
 * The files that a message's text names, each as its name in quotes, its type and the size of a picture: for people, where
 * the text is all there is, such as in a trajectory. What a file itself says is passed over.
 */
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
