import { loadSource } from '../../protocol/load-source.js';

/** The build replaces this module, because a bundled application lacks the file of the thread. */
export const CHECK_PROGRAM = loadSource(new URL('./check-thread.ts', import.meta.url));
