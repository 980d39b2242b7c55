import { createHash } from 'node:crypto';

/** By which a repeated call is known: the tool and its arguments, whatever the order of their keys. */
export function argumentsHash({ toolName, input }: { toolName: string; input: unknown }): string {
  const json = JSON.stringify([toolName, input], (_key, value: unknown) => withSortedKeys(value));
  return createHash('sha256').update(json).digest('hex');
}

function withSortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([one], [other]) => (one < other ? -1 : Number(one > other))),
  );
}
