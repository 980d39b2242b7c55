import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ThreadlineError } from '../../client/threadline-error.js';
import type { Config } from '../../config.js';
import type { Output } from '../format/output.js';
import { CommandError, usageError } from '../program/command-error.js';
import { describeError } from '../program/describe-error.js';
import { withClient } from '../system/open-client.js';

interface DownloadInput {
  config: Config;
  ref: string;
  user: string;
  /** Default: standard output. */
  out: string | undefined;
  output: Output;
}

export async function download({ config, ref, user, out, output }: DownloadInput): Promise<void> {
  if (out === undefined && output.isJson) throw usageError('--json needs --out: standard output is the file');
  if (out === undefined && process.stdout.isTTY)
    throw usageError('Files are not printed on a terminal: write to a file with --out');
  const { content, ...facts } = await withClient(config, (client) => client.download(ref, { user })).catch(
    (error: unknown) => {
      if (!(error instanceof ThreadlineError && error.type === 'Client.NotFound')) throw error;
      throw new CommandError(
        `User '${user}' has no file '${ref}': 'threadline history --json' shows the 'ref' of each`,
        { cause: error },
      );
    },
  );
  if (out === undefined) return void process.stdout.write(content);
  const file = resolve(out);
  await writeFile(file, content).catch((error: unknown) => {
    throw usageError(`File '${out}' cannot be written (${describeError(error)}): name another one`);
  });
  output.result({ file, ...facts }, () => `Wrote ${file} (${facts.mediaType}, ${facts.bytes} bytes)`);
}
