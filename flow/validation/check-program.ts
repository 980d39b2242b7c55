import { loadSource } from '../../protocol/load-source.js';

/** The build replaces this module: a bundle lacks the thread's file. */
export const CHECK_PROGRAM = loadSource(new URL('./check-thread.ts', import.meta.url));
