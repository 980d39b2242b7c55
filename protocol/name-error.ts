/** A longer chain of causes is usually a cycle. */
const MAX_CAUSES = 10;

/** Returns no message, which may contain texts of users and models. */
export function nameError(error: unknown, causes = MAX_CAUSES): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, cause } = error;
  const type = 'type' in error && typeof error.type === 'string' ? error.type : undefined;
  const own = type === undefined ? name : `${name} (${type})`;
  return cause instanceof Error && causes > 0 ? `${own}, because of ${nameError(cause, causes - 1)}` : own;
}
