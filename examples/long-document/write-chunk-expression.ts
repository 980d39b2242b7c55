/** About 6,000 tokens per chunk, which fit into every model's window. */
const CHUNK_CHARACTERS = 24_000;

/**
 * For a code node, which runs in a sandbox. Splits at paragraphs, and inside a paragraph that exceeds a
 * chunk.
 */
export function writeChunkExpression(text: string, size = CHUNK_CHARACTERS): string {
  return String.raw`
    const chunks = [];
    for (const paragraph of (${text}).split(/\n\s*\n/)) {
      for (const part of paragraph.match(/[^]{1,${size}}/gu) ?? []) {
        const last = chunks.at(-1);
        const joined = last === undefined ? part : last + '\n\n' + part;
        if (last === undefined || joined.length > ${size}) chunks.push(part);
        else chunks[chunks.length - 1] = joined;
      }
    }
    return chunks;`;
}
