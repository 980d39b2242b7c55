/**
 * A page of a history may exceed gRPC's 4 MB. The SDK's larger limit has no effect, because it lacks the
 * prefix `grpc.`.
 */
export const CHANNEL_ARGS = { 'grpc.max_receive_message_length': 128 * 1024 * 1024 };
