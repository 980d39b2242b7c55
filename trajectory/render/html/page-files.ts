import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePage, PAGE_FOLDER } from './bundle-page.js';

// The build replaces this module with the texts that it returns: an application that bundles the package has no folder to
// read them from.

/** In the order in which they are applied. */
const STYLES = ['page.css', 'graph.css', 'details.css'];

/** Returns the script of the trajectory page. */
export function readScript(): string {
  return bundlePage(PAGE_FOLDER);
}

/** Returns the styles of the trajectory page, with line feeds alone: browsers normalize line ends before they hash. */
export function readStyles(): string {
  return STYLES.map((name) => readFileSync(join(PAGE_FOLDER, name), 'utf8').replaceAll('\r\n', '\n')).join(
    '\n',
  );
}
