export interface Order {
  readonly id: number;
  readonly items: readonly string[];
  readonly status: 'packed' | 'shipped' | 'delivered';
}

const ORDERS: readonly Order[] = [
  { id: 1001, items: ['desk lamp'], status: 'delivered' },
  { id: 1002, items: ['oak table', 'chair'], status: 'shipped' },
  { id: 1003, items: ['bookshelf'], status: 'packed' },
];
const returns = new Map<string, { returnId: string; order: number; item: string }>();

export function findOrder(id: number): Order | undefined {
  return ORDERS.find((order) => order.id === id);
}

/** Idempotent by key, as a real shop's API would be. */
export function announceReturn(input: { key: string; order: number; item: string }): { returnId: string } {
  const { key, order, item } = input;
  const announced = returns.get(key) ?? { returnId: `R-${returns.size + 1}`, order, item };
  returns.set(key, announced);
  return { returnId: announced.returnId };
}
