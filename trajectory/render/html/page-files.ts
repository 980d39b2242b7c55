import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePage, PAGE_FOLDER } from './bundle-page.js';

// The build replaces this module with the texts: a bundled application has no folder to read.

const STYLES = ['page.css', 'graph.css', 'details.css'];

export function readScript(): string {
  return bundlePage(PAGE_FOLDER);
}

/** Browsers normalize line ends before hashing. */
export function readStyles(): string {
  return STYLES.map((name) => readFileSync(join(PAGE_FOLDER, name), 'utf8').replaceAll('\r\n', '\n')).join(
    '\n',
  );
}
