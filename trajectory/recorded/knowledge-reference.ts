import { z } from 'zod';
import type { Attributes } from '../graph/trajectory-node.js';

const reference = z.union([
  /** `text` is the hash of a text that is stored with the execution. */
  z.strictObject({ text: z.string() }),
  /** Without `range`, this is the whole message. */
  z.strictObject({
    message: z.int(),
    depth: z.int().optional(),
    range: z.tuple([z.int(), z.int()]).optional(),
  }),
  z.strictObject({ summary: z.int() }),
  z.strictObject({ sent: z.enum(['passages', 'standing']), step: z.int() }),
]);

/** Refers to content that another row stores. */
export type KnowledgeReference = z.infer<typeof reference>;

const KINDS: readonly unknown[] = ['passage', 'summary', 'standing request'];

export const ATTACHMENT = 'attachment';

/** Returns where knowledge comes from, so that a tool's thing of the same name is a different one. */
export function findOrigin(attributes: Attributes | undefined): unknown {
  const origin = attributes?.['source'] ?? attributes?.['knowledgeType'];
  return [ATTACHMENT, ...KINDS].find((known) => known === origin) ?? '';
}

export function readReference(attributes: Attributes | null): KnowledgeReference | undefined {
  if (!KINDS.includes(attributes?.['knowledgeType'])) return undefined;
  return reference.safeParse(attributes?.['content']).data;
}
