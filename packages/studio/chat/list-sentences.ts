import type { Nodes } from 'mdast';
import { parseMarkdown, readText } from '../parts/plain-text.js';
import type { Phrase } from './find-phrase.js';

const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const BLOCKS: readonly string[] = ['paragraph', 'heading', 'tableRow', 'code', 'html'];

/** Lists the visible sentences of a Markdown source, which `findPhrase` finds there. */
export function listSentences(source: string): Phrase[] {
  const sentences: Phrase[] = [];
  let before = '';
  for (const block of listBlocks(parseMarkdown(source))) {
    for (const { segment } of SENTENCES.segment(block)) {
      const text = segment.trim();
      if (text !== '') sentences.push({ text, before });
      before += segment;
    }
  }
  return sentences;
}

function listBlocks(node: Nodes): string[] {
  if (!BLOCKS.includes(node.type)) return 'children' in node ? node.children.flatMap(listBlocks) : [];
  return [node.type === 'tableRow' ? node.children.map(readText).join(' ') : readText(node)];
}
