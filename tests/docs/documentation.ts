import { readdirSync, readFileSync } from 'node:fs';

export const PAGES = [
  '.',
  'docs',
  'docs/decisions',
  ...readdirSync('examples').map((name) => `examples/${name}`),
]
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith('.md'))
  .map((path) => path.replace(/^\.\//, ''));

export interface Place {
  page: string;
  line: number;
  code: string;
}

export interface Block extends Place {
  language: string;
}

export function readBlocks(...languages: readonly string[]): Block[] {
  return PAGES.flatMap((page) => {
    const text = readFileSync(page, 'utf8');
    return [...text.matchAll(/^( *)(```+|~~~+)(\w*)[^\n]*\n(.*?)^\1\2$/gms)].map((found) => ({
      page,
      line: lineOf(text, found.index),
      language: found[3] ?? '',
      code: found[4] ?? '',
    }));
  }).filter(({ language }) => languages.length === 0 || languages.includes(language));
}

export function readSpans(words: readonly string[]): Place[] {
  return PAGES.flatMap((page) => {
    const text = readFileSync(page, 'utf8').replaceAll(/^( *)(```+|~~~+).*?^\1\2$/gms, (block) =>
      block.replaceAll(/[^\n]/g, ' '),
    );
    return [...text.matchAll(new RegExp(`\`((?:${words.join('|')}) [^\`]+)\``, 'g'))].map((found) => ({
      page,
      line: lineOf(text, found.index),
      code: found[1] ?? '',
    }));
  });
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
