import { TRIGGER_FIELDS } from '../kinds/node-kind.js';
import type { MissingValue } from './find-branch.js';
import { cut, shownNames } from '../values/shown.js';
import { suggestion } from './suggestion.js';

/** Null allows any value. */
type Shape = 'a text' | 'a number' | null | { readonly [field: string]: Shape };

const TRIGGER: Shape = {
  ...Object.fromEntries(TRIGGER_FIELDS.map((field) => [field, 'a text' as const])),
  data: null,
  user_context: { user: 'a text', channel: 'a text' },
};
const LOOP: Shape = { item: null, index: 'a number', total: 'a number' };

export function findUnknownField(
  names: readonly string[],
  { of, isCode = false }: { of: 'trigger' | 'loop'; isCode?: boolean | undefined },
): MissingValue | undefined {
  let shape: Shape = of === 'trigger' ? TRIGGER : LOOP;
  for (const [index, name] of names.slice(1).entries()) {
    if (shape === null) return undefined;
    const at = index + 1;
    const what = `'${names.slice(0, at).map(cut).join('.')}'`;
    if (typeof shape === 'string') {
      const methods: object = shape === 'a text' ? String.prototype : Number.prototype;
      const exists = isCode && (name in methods || /^\d+$/.test(name));
      return exists ? undefined : { text: `${what} is ${shape}, which has no fields`, at, isWrong: true };
    }
    if (!Object.hasOwn(shape, name)) {
      if (name in Object.prototype) return undefined;
      const fields = Object.keys(shape);
      const meant = suggestion(name, fields);
      return {
        text: `${what} has no '${cut(name)}'${meant}; it has: ${shownNames(fields)}`,
        at,
        isWrong: true,
      };
    }
    shape = shape[name] ?? null;
  }
  return undefined;
}
