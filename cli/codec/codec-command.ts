import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { createOutput } from '../format/output.js';
import { parsePort } from '../program/options.js';

const MORE = `
Decrypts what Temporal's UI and CLI show, with the keys of THREADLINE_KEYS_FILE,
THREADLINE_KEYS_COMMAND or the project:
  temporal workflow show --codec-endpoint http://127.0.0.1:8888 --workflow-id <id>
  in the UI: the glasses at the top right, "Remote Codec Endpoint"

Anyone who can reach it can read everything. By default it listens only on this machine, for the pages of a
local Temporal UI. With THREADLINE_CODEC_TOKEN it requires 'Authorization: Bearer <token>'
(temporal ... --codec-auth 'Bearer <token>'). Any other --host requires the token; put TLS in front.`;

export function createCodecCommand(): Command {
  return newCommand('codec', "decrypt for Temporal's UI and CLI, as a codec server")
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on', parsePort, 8888)
    .option('--origin <url...>', 'origins that may call it (default: the UI on this machine)')
    .addHelpText('after', MORE)
    .action(async (options: { host: string; port: number; origin?: string[]; json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { runCodec } = await import('./run-codec.js');
      const { origin: origins, host, port } = options;
      await runCodec({ config: readConfig(), host, port, origins, output: createOutput(options) });
    });
}
