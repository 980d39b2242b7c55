import { useState } from 'react';
import { put } from '../api/request.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { chatQuery, conversationPath, type ChatKey } from './chat-messages.js';

const TEXT = STRINGS.chats.rename;

/** Escape keeps the title. */
export function Rename({ chat, title, onRenamed }: { chat: ChatKey; title: string; onRenamed: () => void }) {
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
      <button type="button" className="rename" onClick={() => setDraft(title)}>
        {TEXT.begin}
      </button>
    );
  return (
    <form
      className="rename"
      onSubmit={(event) => {
        event.preventDefault();
        void save(draft);
      }}
    >
      <input
        autoFocus
        required
        maxLength={200}
        aria-label={TEXT.title}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && setDraft(undefined)}
      />
      <button type="submit">{TEXT.save}</button>
      {problem === undefined ? null : <Problem error={problem} />}
    </form>
  );
}
