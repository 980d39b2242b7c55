import { pathNames } from './path-names.js';

const LIST_INDEX = /^(?:0|[1-9]\d*)$/;

export function readPath(data: unknown, path: string): unknown {
  let value = data;
  for (const name of pathNames(path)) {
    if (!hasMember(value, name)) return null;
    value = Reflect.get(value, name);
  }
  return value ?? null;
}

function hasMember(value: unknown, name: string): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, name) && (!Array.isArray(value) || LIST_INDEX.test(name));
}
