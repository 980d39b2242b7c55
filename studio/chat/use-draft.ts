import { useState } from 'react';

/** The text that is being written in a chat: kept by this tab, so that a reload or a look at another chat does not lose it. */
export function useDraft(chat: string): [text: string, setText: (text: string) => void] {
  const name = `draft of ${chat}`;
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? '');
  const write = (changed: string): void => {
    setText(changed);
    if (changed === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, changed);
  };
  return [text, write];
}
