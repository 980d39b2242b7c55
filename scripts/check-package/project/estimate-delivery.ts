import { defineNode } from 'threadline';
import { z } from 'zod';

const tries = new Map<string, number>();

export const estimateDelivery = defineNode({
  kind: 'custom:estimate_delivery',
  config: z.object({ id: z.int().positive() }),
  execute({ id }, { abortSignal, idempotencyKey, log, trigger }) {
    abortSignal.throwIfAborted();
    const count = (tries.get(idempotencyKey) ?? 0) + 1;
    tries.set(idempotencyKey, count);
    log.info('Estimated a delivery', { id, user: trigger.user });
    return { days: id + 2, tries: count };
  },
});
