import { Client, Connection } from '@temporalio/client';
import type { Config } from '../../config.js';
import { CommandError } from '../program/command-error.js';
import type { System } from './find-system.js';

/** Connects Temporal's own client. Throws a sentence naming the address when nothing answers there. */
export async function connectTemporal(
  config: Config,
  { temporal, temporalAddress }: Pick<System, 'temporal' | 'temporalAddress'>,
): Promise<Client> {
  try {
    const connection = await Connection.connect(temporal);
    return new Client({ connection, namespace: config.namespace });
  } catch (error) {
    throw new CommandError(
      `Temporal cannot be reached at '${temporalAddress}': start it, or set TEMPORAL_ADDRESS to one that runs`,
      { cause: error },
    );
  }
}
