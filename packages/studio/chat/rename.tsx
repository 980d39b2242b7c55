import { useState } from 'react';
import { put } from '../api/request.js';
import { Button } from '../parts/button.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { chatQuery, conversationPath, type ChatKey } from '../api/chat-messages.js';

const TEXT = STRINGS.chats.rename;

export function RenameForm({
  chat,
  title,
  onRenamed,
  onClose,
}: {
  chat: ChatKey;
  title: string;
  onRenamed: () => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(title);
  const [problem, setProblem] = useState<Error>();
  const save = async (): Promise<void> => {
    try {
      await put(conversationPath(chat, '/title'), { query: chatQuery(chat), body: { title: draft } });
      onClose();
      onRenamed();
    } catch (error) {
      setProblem(error as Error);
    }
  };
  return (
    <form
      className="rename flex flex-wrap gap-1.5 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
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
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <Button type="submit">{TEXT.save}</Button>
      {problem ? <Problem error={problem} /> : null}
    </form>
  );
}
