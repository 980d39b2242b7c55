export const MEMORY_KINDS = ['fact', 'episode', 'procedure'] as const;

/** Built-in tools whose results contain memories. */
export const MEMORY_READERS = ['memory_read', 'identify_user'] as const;

export type MemoryKind = (typeof MEMORY_KINDS)[number];

export function nameMemory({ kind, key }: { kind: string; key: string }): string {
  return `${kind} ${key}`;
}
