import { useState } from 'react';

/** Keeps a text across reloads until it is `initial` again. */
export function useDraft(name: string, initial = ''): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? initial);
  const write = (changed: string): void => {
    setText(changed);
    if (changed === initial) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, changed);
  };
  return [text, write];
}
