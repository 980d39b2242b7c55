import { defineTool } from 'threadline';
import { z } from 'zod';
import { announceReturn, findOrder } from './shop.js';

/** Read-only, so an interrupted call may be retried. */
export const lookUpOrder = defineTool({
  name: 'look_up_order',
  description: 'Looks an order up by its number: its items and its status.',
  input: z.object({ id: z.int().describe('Number of the order') }),
  retry: 'safe',
  execute: ({ id }) => orderWith(id),
});

/** With the key, a retry does not return the item twice. */
export const returnItem = defineTool({
  name: 'return_item',
  description: 'Announces the return of one item of a delivered order, and gives the number of the return.',
  input: z.object({ order: z.int(), item: z.string().describe('As the order names it') }),
  execute({ order: id, item }, { idempotencyKey, log }) {
    const order = orderWith(id);
    // The model sees a tool's error and can ask the customer.
    if (order.status !== 'delivered')
      throw new Error(`Order ${id} is not delivered yet: it is ${order.status}`);
    if (!order.items.includes(item)) throw new Error(`Order ${id} has only: ${order.items.join(', ')}`);
    log.info('Announcing a return', { order: id, item });
    return announceReturn({ key: idempotencyKey, order: id, item });
  },
});

function orderWith(id: number) {
  const order = findOrder(id);
  if (!order) throw new Error(`There is no order ${id}: ask the customer for the number again`);
  return order;
}
