import { Client, Connection } from '@temporalio/client';
import type { Config } from '../../config.js';
import { clientDataConverter } from '../../temporal/encryption/client-data-converter.js';
import { readKeyRing } from '../../temporal/encryption/read-key-ring.js';
import { CHANNEL_ARGS } from '../../temporal/channel-args.js';
import { composeClientOptions } from '../../temporal/team-options.js';
import { whyUnconnected } from '../../client/why-unconnected.js';
import { CommandError } from '../program/command-error.js';
import { findClientSettings } from '../project/find-encryption.js';
import type { System } from './find-system.js';

export async function connectTemporal(
  config: Config,
  { temporal, temporalAddress }: Pick<System, 'temporal' | 'temporalAddress'>,
): Promise<Client> {
  const { encryption, temporalClient } = await findClientSettings(config);
  const keys = encryption ? await readKeyRing(encryption) : undefined;
  try {
    const connection = await Connection.connect({ ...temporal, channelArgs: CHANNEL_ARGS });
    return new Client({
      connection,
      namespace: config.namespace,
      ...composeClientOptions(temporalClient, clientDataConverter(keys)),
    });
  } catch (error) {
    throw new CommandError(whyUnconnected(error, temporalAddress), { cause: error });
  }
}
