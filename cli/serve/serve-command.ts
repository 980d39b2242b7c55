import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';
import { parsePort } from '../program/options.js';

const MORE = `
Serves conversations, executions and their streams over HTTP; /api/docs lists the routes. 'gateway.authenticate' in
threadline.config identifies the caller; without it there is a single key in the data folder, for this machine's user,
and only this machine can connect. Every request is logged on standard error, without its text; successful /healthz and
/readyz only at level DEBUG. Serves /metrics at THREADLINE_METRICS_ADDRESS (127.0.0.1:9465). On SIGTERM it accepts no
more requests, ends streams so that readers resume at another gateway, and finishes running requests.`;

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
