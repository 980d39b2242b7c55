/** Returns no message, which may contain texts of users and models. */
export function nameError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, cause } = error;
  const type = 'type' in error && typeof error.type === 'string' ? error.type : undefined;
  const own = type === undefined ? name : `${name} (${type})`;
  return cause instanceof Error && cause !== error ? `${own}, because of ${nameError(cause)}` : own;
}
