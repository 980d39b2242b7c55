import { createHash } from 'node:crypto';
import { NODE_COLOURS } from '../node-colours.js';
import { readScript, readStyles } from './page-files.js';

interface PageAsset {
  content: string;
  /** The page's policy allows only this content. */
  hash: string;
}

let script: PageAsset | undefined;

/** Cached, because a source checkout bundles it. */
export function pageScript(): PageAsset {
  return (script ??= toAsset(readScript()));
}

export function pageStyle(): PageAsset {
  return toAsset([readStyles(), formatTypeColours()].join('\n'));
}

function formatTypeColours(): string {
  return Object.entries(NODE_COLOURS)
    .map(
      ([type, { ink, paper, darkInk }]) =>
        `.type-${type} { --ink: ${ink}; --paper: ${paper}; --dark-ink: ${darkInk}; }`,
    )
    .join('\n');
}

function toAsset(content: string): PageAsset {
  return { content, hash: `sha256-${createHash('sha256').update(content).digest('base64')}` };
}
