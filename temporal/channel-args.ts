/**
 * A page of a history may have more than gRPC's 4 MB. The SDK's own default has no effect: its name lacks the prefix
 * `grpc.`, so the request was retried for 48 seconds.
 */
export const CHANNEL_ARGS = { 'grpc.max_receive_message_length': 128 * 1024 * 1024 };
