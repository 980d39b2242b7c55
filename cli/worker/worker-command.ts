import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';

const MORE = `
Connects to DATABASE_URL and Temporal's settings (TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY,
TEMPORAL_TLS..., TEMPORAL_PROFILE), otherwise to the servers of a running 'threadline dev'. Logs JSON lines to standard
output. Serves /healthz, /readyz and /metrics at THREADLINE_HTTP_ADDRESS (127.0.0.1:9464). SIGTERM and SIGINT shut it
down, with exit code 0.`;

export function createWorkerCommand(): Command {
  return newCommand('worker', 'run a worker as a service')
    .option('--migrate', 'migrate the database first')
    .option('--provider <name>', "serve only the Task Queue of a provider in the project's 'providers'")
    .addHelpText('after', MORE)
    .action(async ({ migrate, provider }: { migrate?: boolean; provider?: string }) => {
      const { readConfig } = await import('../../config.js');
      const { runWorker } = await import('./run-worker.js');
      await runWorker(readConfig(), { migrate: migrate === true, provider });
    });
}
