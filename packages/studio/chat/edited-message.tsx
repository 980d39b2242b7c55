import { useState } from 'react';
import { STRINGS } from '../strings.js';

interface EditedMessageProps {
  text: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onEdit: (text: string) => void;
}

/** Replaces a message in a new branch; the original stays in its own. */
export function EditedMessage({ text, isOpen, onOpen, onEdit }: EditedMessageProps) {
  const [edited, setEdited] = useState(text);
  if (!isOpen)
    return (
      <button type="button" className="edit" onClick={() => onOpen(true)}>
        {STRINGS.chat.edit}
      </button>
    );
  return (
    <form
      className="edited"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(false);
        onEdit(edited);
      }}
    >
      <textarea
        autoFocus
        onFocus={({ currentTarget: { value }, currentTarget }) =>
          currentTarget.setSelectionRange(value.length, value.length)
        }
        aria-label={STRINGS.chat.edit}
        rows={Math.min(8, edited.split('\n').length + 1)}
        required
        value={edited}
        onChange={(event) => setEdited(event.target.value)}
      />
      <button type="submit" className="primary">
        {STRINGS.chat.sendEdited}
      </button>
      <button type="button" onClick={() => onOpen(false)}>
        {STRINGS.chat.keep}
      </button>
    </form>
  );
}
