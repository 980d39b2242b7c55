import { createHash } from 'node:crypto';

/** Hashes a tool's name and arguments, whatever the order of their keys: a repeated call has the same hash. */
export function hashArguments({ toolName, input }: { toolName: string; input: unknown }): string {
  const json = JSON.stringify([toolName, input], (_key, value: unknown) => withSortedKeys(value));
  return createHash('sha256').update(json).digest('hex');
}

function withSortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([one], [other]) => (one < other ? -1 : Number(one > other))),
  );
}
