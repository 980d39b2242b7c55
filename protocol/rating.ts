export const RATINGS = ['good', 'bad'] as const;
export type Rating = (typeof RATINGS)[number];
