import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_COLOURS } from '../node-colours.js';
import { PAGE_FOLDER, readBundle } from './bundle-page.js';

/** In the order in which they are applied. */
const STYLES = ['page.css', 'graph.css', 'details.css'];

interface PageAsset {
  content: string;
  /** For the page's policy, which lets in this one script and this one style. */
  hash: string;
}

let script: PageAsset | undefined;

/** The page's one script; made once a process, because a clone bundles it. */
export function pageScript(): PageAsset {
  return (script ??= toAsset(readBundle(PAGE_FOLDER)));
}

/** The page's one style sheet. */
export function pageStyle(): PageAsset {
  return toAsset([...STYLES.map(readStyle), formatTypeColours()].join('\n'));
}

function formatTypeColours(): string {
  return Object.entries(NODE_COLOURS)
    .map(
      ([type, { ink, paper, darkInk }]) =>
        `.type-${type} { --ink: ${ink}; --paper: ${paper}; --dark-ink: ${darkInk}; }`,
    )
    .join('\n');
}

/** Reads a file with line feeds alone: browsers turn other ends of line into them before they hash. */
function readStyle(name: string): string {
  return readFileSync(join(PAGE_FOLDER, name), 'utf8').replaceAll('\r\n', '\n');
}

function toAsset(content: string): PageAsset {
  return { content, hash: `sha256-${createHash('sha256').update(content).digest('base64')}` };
}
