import type { PinnedBinary } from './pinned-binaries.js';

export type FetchWay = (input: {
  readonly binary: PinnedBinary;
  readonly folder: string;
  readonly onProgress: (detail: string) => void;
}) => Promise<string>;
