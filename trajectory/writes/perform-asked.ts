import { z } from 'zod';
import { TrajectoryError } from '../graph/trajectory-error.js';
import type { GraphWriter } from './graph-writer.js';
import type { AddedNode, AddOptions } from './trajectory-context.js';

const ASKED = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), node: z.unknown().optional(), options: z.unknown().optional() }),
  z.object({
    kind: z.literal('modify'),
    node: z.string(),
    changes: z.unknown().optional(),
    options: z.unknown().optional(),
  }),
  z.object({ kind: z.literal('advance'), to: z.string() }),
  z.object({ kind: z.literal('branch'), from: z.string() }),
]);

export function performAsked(writer: GraphWriter, asked: unknown): void {
  const parsed = ASKED.safeParse(asked);
  if (!parsed.success)
    throw new TrajectoryError(
      'The operation on the trajectory is unknown. Use add, modify, advance or branch.',
    );
  const { data } = parsed;
  switch (data.kind) {
    case 'add':
      // The writer checks both values.
      writer.add(data.node as AddedNode, data.options as AddOptions | undefined);
      return;
    case 'modify':
      return writer.modify(data.node, data.changes, data.options as { why?: string } | undefined);
    case 'advance':
      return writer.advance(data.to);
    case 'branch':
      return writer.branch(data.from);
  }
}
