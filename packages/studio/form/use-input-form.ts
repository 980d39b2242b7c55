import { useState } from 'react';
import { flushSync } from 'react-dom';
import { findFieldProblems, startValue, type FieldProblems } from './find-field-problems.js';
import { readKind, type FieldKind } from './read-fields.js';

export interface InputForm {
  kind: FieldKind;
  value: unknown;
  problems: FieldProblems;
  /** True after a user's change. Values that the form adds do not count. */
  isChanged: boolean;
  onChange: (value: unknown) => void;
  /** True if there are no problems. Otherwise shows them and focuses the first. */
  check: (element: Element | null) => boolean;
}

const NONE: FieldProblems = new Map();

/** Reads `schema` and `start` once. A schema that is not an object is edited as JSON. */
export function useInputForm(schema: unknown, start: unknown): InputForm {
  const [kind] = useState(() => readKind(schema, start));
  const [first] = useState(() => startValue(kind, start));
  const [value, setValue] = useState(first);
  const [problems, setProblems] = useState(NONE);
  return {
    kind,
    value,
    problems,
    isChanged: JSON.stringify(value) !== JSON.stringify(first),
    onChange(next) {
      setValue(next);
      if (problems.size > 0) setProblems(findFieldProblems(kind, next));
    },
    check(element) {
      const found = findFieldProblems(kind, value);
      // Draws the problems now, so that the first field can get the focus.
      flushSync(() => setProblems(found));
      if (found.size > 0) element?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      return found.size === 0;
    },
  };
}
