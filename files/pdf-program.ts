import { loadSource } from '../protocol/load-source.js';

/** Inlined: applications that bundle the package would lack a file. */
export const PDF_PROGRAM = loadSource(new URL('./pdf-process.ts', import.meta.url));
