import { loadSource } from '../../protocol/load-source.js';

/**
 * The build replaces this module with the bundled program as a string: a file to start the thread from would be
 * missing in applications that bundle the package.
 */
export const CHECK_PROGRAM = loadSource(new URL('./check-thread.ts', import.meta.url));
