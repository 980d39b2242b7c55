import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../parts/button.js';
import { RelativeTime } from '../parts/relative-time.js';
import { STRINGS } from '../strings.js';

interface EditedMessageProps {
  text: string;
  createdAt: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onEdit: (text: string) => void;
}

/** A message that can be edited. The old branch keeps its original text. */
export function EditedMessage({ text, createdAt, isOpen, onOpen, onEdit }: EditedMessageProps) {
  const [edited, setEdited] = useState(text);
  if (!isOpen)
    return (
      <div className="absolute right-0 -bottom-3 z-10 flex items-center opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:static pointer-coarse:justify-end pointer-coarse:opacity-100">
        <RelativeTime at={createdAt} className="px-1 text-xs text-faint" />
        <IconButton label={STRINGS.chat.edit} className="edit" onClick={() => onOpen(true)}>
          <Pencil size={14} />
        </IconButton>
      </div>
    );
  return (
    <form
      className="edited grid grid-cols-[auto_auto_1fr] gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(false);
        onEdit(edited);
      }}
    >
      <textarea
        className="col-span-3 text-base"
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
      <Button type="submit" kind="primary">
        {STRINGS.chat.sendEdited}
      </Button>
      <Button onClick={() => onOpen(false)}>{STRINGS.chat.keep}</Button>
    </form>
  );
}
