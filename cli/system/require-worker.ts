import type { Config } from '../../config.js';
import { readTaskQueue } from '../../temporal/read-task-queue.js';
import { CommandError } from '../program/command-error.js';
import { connectTemporal } from './connect-temporal.js';
import type { System } from './find-system.js';

/** Throws without a worker, because messages would wait forever. */
export async function requireWorker(config: Config, system: System): Promise<void> {
  const client = await connectTemporal(config, system);
  try {
    if ((await readTaskQueue(client, config)).pollers.length > 0) return;
    throw new CommandError(
      `No worker listens on Task Queue '${config.taskQueue}': start one with 'npm start' or 'threadline worker'`,
    );
  } finally {
    await client.connection.close();
  }
}
