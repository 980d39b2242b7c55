import { z } from 'zod';
import type { Attributes } from '../graph/trajectory-node.js';
import { SENT_TO_MODEL } from '../touched/touched-thing.js';

const reference = z.union([
  /** The hash of a text that is stored with the execution. */
  z.strictObject({ text: z.string() }),
  /** Without `range`, the whole message. */
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

/** Only for nodes that refer to content: a tool's thing of the same name is a different one. */
export function findOrigin(attributes: Attributes | undefined): unknown {
  const origin = attributes?.['source'] ?? attributes?.['knowledgeType'];
  return [ATTACHMENT, ...KINDS].find((known) => known === origin) ?? '';
}

/** Of what a call was sent. Absent for other things, which have their own. */
export function describeSentReference(attributes: Attributes | null): string | undefined {
  const reference = readReference(attributes);
  return reference && !('message' in reference)
    ? `${SENT_TO_MODEL}: ${String(attributes?.['knowledgeType'])}`
    : undefined;
}

export function readReference(attributes: Attributes | null): KnowledgeReference | undefined {
  if (!KINDS.includes(attributes?.['knowledgeType'])) return undefined;
  return reference.safeParse(attributes?.['content']).data;
}
