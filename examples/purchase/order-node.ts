import { defineNode } from 'threadline';
import { z } from 'zod';

const PRICES: Readonly<Record<string, number>> = { chair: 80, 'desk lamp': 35, 'oak table': 640 };
const orders = new Map<string, { number: string; item: string; price: number }>();

/** The supplier recognizes a repeated order by its key. */
export const orderNode = defineNode({
  kind: 'custom:order',
  description: 'Orders an item and returns its number and price.',
  config: z.object({ item: z.string().trim().toLowerCase() }),
  execute({ item }, { idempotencyKey, log }) {
    const price = Object.hasOwn(PRICES, item) ? PRICES[item] : undefined;
    if (price === undefined) throw new NotSoldError(item);
    const order = orders.get(idempotencyKey) ?? { number: `A-${orders.size + 1}`, item, price };
    orders.set(idempotencyKey, order);
    log.info('Ordered', { item, number: order.number });
    return order;
  },
});

class NotSoldError extends Error {
  /** A retry would fail again. Other errors are retried three times. */
  readonly retryable = false;

  constructor(item: string) {
    super(`'${item.slice(0, 100)}' is not sold here. Choose one of: ${Object.keys(PRICES).join(', ')}`);
  }
}
