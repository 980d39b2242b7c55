export function unknownFlowMessage(slug: string, known: readonly string[]): string {
  return `Flow '${slug}' is not known; known flows: ${known.join(', ') || 'none'}`;
}
