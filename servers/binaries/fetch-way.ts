import type { PinnedBinary } from './pinned-binaries.js';

/** Puts the binary somewhere into `folder` and returns its path. Throws the reason if it cannot. */
export type FetchWay = (input: {
  readonly binary: PinnedBinary;
  readonly folder: string;
  readonly onProgress: (detail: string) => void;
}) => Promise<string>;
