import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { put } from '../api/request.js';
import { Button, IconButton } from '../parts/button.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { chatQuery, conversationPath, type ChatKey } from './chat-messages.js';

const TEXT = STRINGS.chats.rename;

/** Escape keeps the title. */
export function Rename({
  chat,
  title,
  onRenamed,
  className = '',
}: {
  chat: ChatKey;
  title: string;
  onRenamed: () => void;
  /** Of the button. */
  className?: string;
}) {
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<Error>();
  const save = async (words: string): Promise<void> => {
    try {
      await put(conversationPath(chat, '/title'), { query: chatQuery(chat), body: { title: words } });
      setDraft(undefined);
      onRenamed();
    } catch (error) {
      setProblem(error as Error);
    }
  };
  if (draft === undefined)
    return (
      <IconButton label={TEXT.begin} className={`rename ${className}`} onClick={() => setDraft(title)}>
        <Pencil size={14} />
      </IconButton>
    );
  return (
    <form
      className="rename flex flex-wrap gap-1.5 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        void save(draft);
      }}
    >
      <input
        className="min-w-0 flex-1"
        autoFocus
        required
        maxLength={200}
        aria-label={TEXT.title}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && setDraft(undefined)}
      />
      <Button type="submit">{TEXT.save}</Button>
      {problem === undefined ? null : <Problem error={problem} />}
    </form>
  );
}
