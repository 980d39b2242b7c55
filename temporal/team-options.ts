import type { ClientOptions } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import type { WorkerOptions } from '@temporalio/worker';

export type TeamWorkerOptions = Pick<
  WorkerOptions,
  'interceptors' | 'sinks' | 'dataConverter' | 'tuner' | 'identity'
>;
export type TeamClientOptions = Pick<ClientOptions, 'interceptors' | 'dataConverter' | 'identity'>;

export interface TemporalOptions {
  worker?: TeamWorkerOptions;
  client?: TeamClientOptions;
}

export function composeClientOptions(team: TeamClientOptions = {}, own: DataConverter): TeamClientOptions {
  return { ...withoutUndefined(team), dataConverter: joinDataConverters(team.dataConverter, own) };
}

/** Threadline's codecs encode before the team's. */
export function joinDataConverters(
  team: DataConverter | undefined,
  own: DataConverter | undefined,
): DataConverter {
  if (team?.failureConverterPath !== undefined && own?.failureConverterPath !== undefined)
    throw new Error(
      "Threadline's 'encryption' encrypts failures with its own failure converter: omit 'dataConverter.failureConverterPath'",
    );
  return {
    ...withoutUndefined(own ?? {}),
    ...withoutUndefined(team ?? {}),
    payloadCodecs: [...(own?.payloadCodecs ?? []), ...(team?.payloadCodecs ?? [])],
  };
}

/** Undefined options would override defaults when spread. */
export function withoutUndefined<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}
