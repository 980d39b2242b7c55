/** Limits the ways to split an id: node ids may contain slashes. */
const MAX_ID_CHARACTERS = 2_000;
const MAX_READINGS = 50;

export interface CallIdReadings {
  step: number;
  executionIds: string[];
}

export function readCallId(id: string): CallIdReadings {
  const step = Number(id.slice(id.lastIndexOf('/') + 1));
  if (id.length > MAX_ID_CHARACTERS || !/\/[1-9]\d{0,11}$/.test(id)) return { step, executionIds: [] };
  const parts = id.split('/');
  const executionIds: string[] = [];
  for (let end = parts.length - 2; end > 0 && executionIds.length < MAX_READINGS; end -= 1)
    executionIds.push(parts.slice(0, end).join('/'));
  return { step, executionIds };
}
