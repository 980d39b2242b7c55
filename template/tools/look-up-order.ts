import { defineTool } from 'threadline';
import { z } from 'zod';

export const lookUpOrder = defineTool({
  name: 'look_up_order',
  description: 'Looks up an order by its number.',
  input: z.object({ id: z.number() }),
  // Safe to run again if a worker dies during the call.
  retry: 'safe',
  execute: ({ id }) => ({ id, status: 'shipped' }),
});
