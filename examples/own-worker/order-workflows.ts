import { proxyActivities } from '@temporalio/workflow';
import type * as activities from './order-activities.js';

const { reserveStock, shipOrder } = proxyActivities<typeof activities>({ startToCloseTimeout: '1 minute' });

/** A Workflow that the team had before it added Threadline. */
export async function fulfillOrder(input: {
  order: string;
  items: readonly string[];
}): Promise<{ reserved: number; parcel: string }> {
  const reserved = await reserveStock(input);
  return { reserved, parcel: await shipOrder(input) };
}
