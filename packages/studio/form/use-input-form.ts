import { useState } from 'react';
import { flushSync } from 'react-dom';
import { findFieldProblems, startValue, type FieldProblems } from './find-field-problems.js';
import { readKind, type FieldKind } from './read-fields.js';

export interface InputForm {
  kind: FieldKind;
  value: unknown;
  problems: FieldProblems;
  /** Whether the user changed it: values that the form adds do not count. */
  isChanged: boolean;
  onChange: (value: unknown) => void;
  /** Shows the problems. False: there are some, and the first one has the focus. */
  check: (element: Element | null) => boolean;
}

const NONE: FieldProblems = new Map();

/** `schema` and `start` are read once. A schema that is not an object is edited as JSON. */
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
      // Typing may follow at once, and fields are marked once they are drawn.
      flushSync(() => setProblems(found));
      if (found.size > 0) element?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      return found.size === 0;
    },
  };
}
