/** Before its first message, a conversation does not exist. */
export function ignoreNotFound(error: unknown): undefined {
  if (error instanceof Error && 'type' in error && error.type === 'Client.NotFound') return undefined;
  throw error;
}
