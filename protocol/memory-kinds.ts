export const MEMORY_KINDS = ['fact', 'episode', 'procedure'] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];
