/**
 * A page of a history may exceed gRPC's default limit of 4 MB. The SDK sets a larger one, but without the
 * prefix `grpc.` it has no effect.
 */
export const CHANNEL_ARGS = { 'grpc.max_receive_message_length': 128 * 1024 * 1024 };
