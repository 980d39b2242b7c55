import { cut } from '../values/shown.js';

export type Path = readonly (string | number)[];

const SHOWN_STEPS = 12;

export function fieldName(path: Path): string {
  const steps = path.slice(0, SHOWN_STEPS).map((step, index) => {
    if (typeof step === 'number') return `[${step}]`;
    return index === 0 ? cut(step) : `.${cut(step)}`;
  });
  return `${steps.join('')}${path.length > SHOWN_STEPS ? '…' : ''}`;
}

export function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = Reflect.get(at, step);
  }
  return at;
}
