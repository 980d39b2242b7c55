import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_COLOURS } from '../node-colours.js';
import { joinModules } from './join-modules.js';

/** Beside the sources and in `dist/`: the build copies the folder as it is. */
const PAGE_FOLDER = join(import.meta.dirname, '..', 'page');
/** Each after those that it imports. */
const MODULES = ['dom.js', 'text.js', 'viewport.js', 'details.js', 'graph.js', 'search.js', 'main.js'];

/** In the order in which they are applied. */
const STYLES = ['page.css', 'graph.css', 'details.css'];

export interface PageAsset {
  content: string;
  /** For the page's policy: the one script and the one style that it lets in. */
  hash: string;
}

export function pageScript(): PageAsset {
  return toAsset(joinModules(MODULES.map((name) => ({ name, content: readPageFile(name) }))));
}

export function pageStyle(): PageAsset {
  return toAsset([...STYLES.map(readPageFile), typeColours()].join('\n'));
}

function typeColours(): string {
  return Object.entries(NODE_COLOURS)
    .map(
      ([type, { ink, paper, darkInk }]) =>
        `.type-${type} { --ink: ${ink}; --paper: ${paper}; --dark-ink: ${darkInk}; }`,
    )
    .join('\n');
}

/** With the ends of line that browsers make of all others before they hash. */
function readPageFile(name: string): string {
  return readFileSync(join(PAGE_FOLDER, name), 'utf8').replaceAll('\r\n', '\n');
}

function toAsset(content: string): PageAsset {
  return { content, hash: `sha256-${createHash('sha256').update(content).digest('base64')}` };
}
