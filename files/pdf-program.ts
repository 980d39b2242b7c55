import { loadSource } from '../protocol/load-source.js';

/**
 * The build replaces this module with the bundled program as a string: a file to start the process from
 * would be missing in applications that bundle the package.
 */
export const PDF_PROGRAM = loadSource(new URL('./pdf-process.ts', import.meta.url));
