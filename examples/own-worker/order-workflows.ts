import { proxyActivities } from '@temporalio/workflow';
import { sendMessage } from 'threadline/workflow';
import type * as activities from './order-activities.js';

const { reserveStock, shipOrder } = proxyActivities<typeof activities>({ startToCloseTimeout: '1 minute' });

/** A Workflow that you had before you added Threadline. */
export async function fulfillOrder(input: {
  order: string;
  items: readonly string[];
  /** Receives a message about the order, if given. */
  user?: string;
}): Promise<{ reserved: number; parcel: string }> {
  const reserved = await reserveStock(input);
  const parcel = await shipOrder(input);
  if (input.user !== undefined)
    await sendMessage({
      flow: 'support',
      user: input.user,
      text: `My order ${input.order} is on its way as ${parcel}. What comes next?`,
      turnId: `shipped-${input.order}`,
    });
  return { reserved, parcel };
}
