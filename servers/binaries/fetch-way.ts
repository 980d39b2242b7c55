import type { PinnedBinary } from './pinned-binaries.js';

/**
 * One way to get a binary: puts the file somewhere into `folder` and returns its path. Throws the reason when it
 * cannot.
 */
export type FetchWay = (input: {
  readonly binary: PinnedBinary;
  readonly folder: string;
  readonly onProgress: (detail: string) => void;
}) => Promise<string>;
