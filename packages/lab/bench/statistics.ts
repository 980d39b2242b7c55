export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function rounded(value: number, decimals = 0): number {
  return Number(value.toFixed(decimals));
}
