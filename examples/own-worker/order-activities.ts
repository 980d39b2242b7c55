export async function reserveStock({ items }: { items: readonly string[] }): Promise<number> {
  return items.length;
}

export async function shipOrder({ order }: { order: string }): Promise<string> {
  return `parcel-of-${order}`;
}
