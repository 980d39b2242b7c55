import { loadSource } from '../../protocol/load-source.js';

/**
 * The build replaces this module with the bundled program as a string: bundled applications would lack a file to start
 * the thread from.
 */
export const CHECK_PROGRAM = loadSource(new URL('./check-thread.ts', import.meta.url));
