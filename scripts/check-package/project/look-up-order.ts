import { defineTool, type ToolContext } from 'threadline';
import { z } from 'zod';

export interface FoundOrder {
  id: number;
  status: 'shipped';
  execution: string;
  isFirstTry: boolean;
}

export const orderTool = defineTool({
  name: 'look_up_order',
  description: 'Looks an order up by its number.',
  input: z.object({ id: z.number().int().positive() }),
  retry: 'safe',
  execute: ({ id }, context) => findOrder(id, context),
});

export const tools = [orderTool];

const seen = new Set<string>();

function findOrder(id: number, { abortSignal, executionId, idempotencyKey, log }: ToolContext): FoundOrder {
  abortSignal.throwIfAborted();
  const isFirstTry = !seen.has(idempotencyKey);
  seen.add(idempotencyKey);
  log.info('Looked an order up', { id });
  return { id, status: 'shipped', execution: executionId, isFirstTry };
}
