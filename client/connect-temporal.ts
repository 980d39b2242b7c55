import { Connection, type ConnectionOptions } from '@temporalio/client';
import { CHANNEL_ARGS } from '../temporal/channel-args.js';
import { whyUnconnected } from './why-unconnected.js';
import { ThreadlineError } from './threadline-error.js';

const CHANNEL = {
  ...CHANNEL_ARGS,
  // Caps the reconnect pause near two seconds instead of two minutes.
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 1_600,
  'grpc.dns_min_time_between_resolutions_ms': 2_000,
  // Detects a silent peer early. The server allows a ping every 10 seconds.
  'grpc.keepalive_time_ms': 15_000,
  'grpc.keepalive_timeout_ms': 5_000,
};

export async function connectTemporal(options: ConnectionOptions, timeoutMs: number): Promise<Connection> {
  try {
    return await Connection.connect({
      connectTimeout: timeoutMs,
      // Without the SDK's retries, because only call/call.ts knows whether an outcome is open.
      interceptors: [],
      ...options,
      channelArgs: { ...CHANNEL, ...options.channelArgs },
    });
  } catch (error) {
    const address = options.address ?? '127.0.0.1:7233';
    throw new ThreadlineError('Client.Unavailable', whyUnconnected(error, address), { cause: error });
  }
}
