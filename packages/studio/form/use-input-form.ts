import { useState } from 'react';
import { findFieldProblems, startValue, type FieldProblems } from './find-field-problems.js';
import { readKind, type FieldKind } from './read-fields.js';

export interface InputForm {
  kind: FieldKind;
  value: unknown;
  problems: FieldProblems;
  onChange: (value: unknown) => void;
  /** Shows the problems. False: there are some, and the first one has the focus. */
  check: (element: Element | null) => boolean;
}

const NONE: FieldProblems = new Map();

/** `schema` and `start` are read once. A schema that is not an object is edited as JSON. */
export function useInputForm(schema: unknown, start: unknown): InputForm {
  const [kind] = useState(() => readKind(schema, start));
  const [value, setValue] = useState(() => startValue(kind, start));
  const [problems, setProblems] = useState(NONE);
  return {
    kind,
    value,
    problems,
    onChange(next) {
      setValue(next);
      if (problems.size > 0) setProblems(findFieldProblems(kind, next));
    },
    check(element) {
      const found = findFieldProblems(kind, value);
      setProblems(found);
      // The fields are marked once they are drawn.
      if (found.size > 0)
        requestAnimationFrame(() => element?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
      return found.size === 0;
    },
  };
}
