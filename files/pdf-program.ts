import { loadSource } from '../protocol/load-source.js';

/**
 * The program of the process that reads a PDF. The build replaces this module with the bundled program as a text: a file that
 * a thread is started from would be missing wherever an application bundles the package.
 */
export const PDF_PROGRAM = loadSource(new URL('./pdf-process.ts', import.meta.url));
