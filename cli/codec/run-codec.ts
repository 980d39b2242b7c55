import { once } from 'node:events';
import type { Config } from '../../config.js';
import { createPayloadCodec } from '../../temporal/encryption/payload-codec.js';
import { readKeyRing } from '../../temporal/encryption/read-key-ring.js';
import { isLoopback } from '../../protocol/is-loopback.js';
import { findRunningServers } from '../../servers/find-running-servers.js';
import type { Output } from '../format/output.js';
import { CommandError, usageError } from '../program/command-error.js';
import { Shutdown } from '../program/shutdown.js';
import { portError } from '../system/port-error.js';
import { findEncryption } from '../project/find-encryption.js';
import { startCodecServer, type CodecServerOptions } from './codec-server.js';

const LOCAL_UI = ['http://localhost:8233', 'http://127.0.0.1:8233'];

interface CodecInput {
  config: Config;
  host: string;
  port: number;
  origins: readonly string[] | undefined;
  output: Output;
}

export async function runCodec({ config, host, port, origins, output }: CodecInput): Promise<void> {
  const { codecToken: token, namespace } = config;
  if (token === undefined && !isLoopback(host))
    throw usageError(
      `Other machines can reach '${host}' and decrypt everything: set THREADLINE_CODEC_TOKEN, or omit --host`,
    );
  const encryption = await findEncryption(config);
  if (!encryption)
    throw new CommandError(
      "No keys are configured: set THREADLINE_KEYS_FILE or THREADLINE_KEYS_COMMAND, or 'encryption' in the project",
    );
  const keys = await readKeyRing(encryption);
  const shutdown = new Shutdown();
  const reported = new Set<string>();
  const allowed = origins ?? [...LOCAL_UI, ...listPages(findRunningServers(config.dataDir).uiUrl)];
  const server = await start({
    host,
    port,
    codec: createPayloadCodec(keys),
    origins: allowed,
    namespace,
    token,
    onUnreadable: (why) => {
      if (!reported.has(why)) output.note(why);
      reported.add(why);
    },
  });
  output.result({ url: server.url, namespace, origins: allowed }, () => `Decrypting at ${server.url}`);
  output.note(
    `Serves namespace '${namespace}' and web pages from ${allowed.join(', ')}; press Ctrl-C to stop`,
  );
  if (token === undefined)
    output.note('Every user of this machine can use it: set THREADLINE_CODEC_TOKEN if there are others');
  if (!shutdown.signal.aborted) await once(shutdown.signal, 'abort');
  await server.close();
}

async function start(options: CodecServerOptions): ReturnType<typeof startCodecServer> {
  try {
    return await startCodecServer(options);
  } catch (error) {
    throw portError(error, options);
  }
}

function listPages(uiUrl: string | undefined): string[] {
  return uiUrl === undefined ? [] : [uiUrl, uiUrl.replace('127.0.0.1', 'localhost')];
}
