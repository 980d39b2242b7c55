import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';
import { parsePort } from '../program/options.js';

const MORE = `
Serves conversations, executions and their streams over HTTP; /api/docs lists the routes. Whose a request is says
'gateway.authenticate' of threadline.config; without it there is one key, which is yours and stands in the data
folder, and only this machine is listened to. Every request is a line on standard error, without its text. SIGTERM
takes no more requests, ends streams so that their readers go on at another gateway, and lets requests end.`;

export function createServeCommand(): Command {
  return newCommand('serve', 'serve programs and browsers over HTTP')
    .option('--host <address>', "address to listen on (default: the project's, else 127.0.0.1)")
    .option('--port <number>', "port to listen on (default: the project's, else 8787)", parsePort)
    .addHelpText('after', MORE)
    .action(async (options: { host?: string; port?: number; json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { runServe } = await import('./run-serve.js');
      const { host, port } = options;
      await runServe({ config: readConfig(), host, port, output: createOutput(options) });
    });
}
