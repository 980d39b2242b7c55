export function failureType(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { type } = error as { type?: unknown };
  return typeof type === 'string' ? type : failureType(error.cause);
}
