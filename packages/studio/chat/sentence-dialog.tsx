import { useState } from 'react';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { STRINGS } from '../strings.js';
import type { Phrase } from './find-phrase.js';
import { listSentences } from './list-sentences.js';

interface SentenceDialogProps {
  texts: readonly string[];
  onChoose: (sentence: Phrase) => void;
  onClose: () => void;
}

/** Selects a phrase without a pointer. */
export function SentenceDialog({ texts, onChoose, onClose }: SentenceDialogProps) {
  const [sentences] = useState(() => texts.flatMap(listSentences));
  const [chosen, setChosen] = useState(0);
  const { openOn, open, sentence } = STRINGS.threads;
  return (
    <Dialog title={openOn} isOpen onClose={onClose}>
      <form
        className="sentences grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const phrase = sentences[chosen];
          onClose();
          if (phrase) onChoose(phrase);
        }}
      >
        <fieldset className="grid max-h-[50vh] gap-0.5 overflow-y-auto">
          <legend className="sr-only">{sentence}</legend>
          {sentences.map(({ text }, at) => (
            <label
              key={at}
              className="flex gap-2 rounded-md px-2 py-1.5 text-sm wrap-anywhere hover:bg-hover has-checked:bg-accent-soft pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name="sentence"
                className="mt-0.5 shrink-0"
                checked={at === chosen}
                onChange={() => setChosen(at)}
              />
              {text}
            </label>
          ))}
        </fieldset>
        <Button type="submit" kind="primary" className="justify-self-start">
          {open}
        </Button>
      </form>
    </Dialog>
  );
}
