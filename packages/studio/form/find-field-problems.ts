import { isRecord } from '../../../protocol/is-record.js';
import type { FieldKind } from './read-fields.js';

/** A text that is not yet a number or JSON. */
export class Unread {
  constructor(readonly text: string) {}
}

export type FieldProblem = 'required' | 'number' | 'integer' | 'json' | 'object';

/** By path, such as `address.city` or `tags.0`; empty for the whole value. The tool checks the rest. */
export type FieldProblems = ReadonlyMap<string, FieldProblem>;

export function findFieldProblems(kind: FieldKind, value: unknown): FieldProblems {
  const found = new Map<string, FieldProblem>();
  collect(kind, { value, path: '', isRequired: true }, found);
  return found;
}

interface Place {
  value: unknown;
  path: string;
  isRequired: boolean;
}

function collect(kind: FieldKind, place: Place, found: Map<string, FieldProblem>): void {
  const { value, path, isRequired } = place;
  const problem = findOwnProblem(kind, place);
  if (problem) found.set(path, problem);
  else if (kind.kind === 'list' && Array.isArray(value))
    for (const [index, item] of value.entries())
      collect(kind.item, { value: item, path: joinPath(path, index), isRequired: true }, found);
  else if (kind.kind === 'object' && (isRequired || value !== undefined))
    for (const field of kind.fields)
      collect(
        field.kind,
        {
          value: isRecord(value) ? value[field.name] : undefined,
          path: joinPath(path, field.name),
          isRequired: field.isRequired,
        },
        found,
      );
}

function findOwnProblem(kind: FieldKind, { value, isRequired }: Place): FieldProblem | undefined {
  if (value === undefined)
    return isRequired && kind.kind !== 'object' && kind.kind !== 'list' ? 'required' : undefined;
  switch (kind.kind) {
    case 'number':
      if (value instanceof Unread) return 'number';
      return kind.isInteger && !Number.isInteger(value) ? 'integer' : undefined;
    case 'json':
      if (value instanceof Unread) return 'json';
      return kind.mustBeObject && !isRecord(value) ? 'object' : undefined;
    default:
      return undefined;
  }
}

export function joinPath(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`;
}

export function withField(
  value: unknown,
  { name, next, isRequired }: { name: string; next: unknown; isRequired: boolean },
): Readonly<Record<string, unknown>> {
  const { [name]: _before, ...others } = isRecord(value) ? value : {};
  const isEmpty =
    next === undefined ||
    (!isRequired && (next === '' || (isRecord(next) && Object.keys(next).length === 0)));
  if (isEmpty) return others;
  return isRecord(value) && Object.hasOwn(value, name)
    ? { ...value, [name]: next }
    : { ...others, [name]: next };
}

export function startValue(kind: FieldKind, value: unknown): unknown {
  switch (kind.kind) {
    case 'flag':
      return value ?? false;
    case 'list':
      return value ?? [];
    case 'object': {
      const started = kind.fields
        .filter(({ isRequired }) => isRequired)
        .map(
          ({ name, kind: field }) =>
            [name, startValue(field, isRecord(value) ? value[name] : undefined)] as const,
        )
        .filter(([, one]) => one !== undefined);
      return { ...(isRecord(value) ? value : {}), ...Object.fromEntries(started) };
    }
    default:
      return value;
  }
}
