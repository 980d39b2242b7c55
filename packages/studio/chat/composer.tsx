import type { FileUIPart } from 'ai';
import { useRef, useState } from 'react';
import { STRINGS } from '../strings.js';
import { chatName, type ChatKey } from './chat-messages.js';

export interface ComposedMessage {
  text: string;
  files: FileUIPart[];
}

/** Chosen, dropped or pasted files. */
type Files = DataTransfer['files'] | null;

interface ComposerProps {
  chat: ChatKey;
  isRunning: boolean;
  onSend: (message: ComposedMessage) => void;
  /** Adds a text to the running answer. Rejects if that fails. */
  onSteer: (text: string) => Promise<void>;
  onStop: () => void;
}

/** Enter sends, Shift-Enter starts a line; files can be dropped or pasted. */
export function Composer({ chat, isRunning, onSend, onSteer, onStop }: ComposerProps) {
  const [text, setText] = useDraft(chatName(chat));
  const [files, setFiles] = useState<FileUIPart[]>([]);
  const { isSteering, steer } = useSteering({ text, onSteer, onDone: () => setText('') });
  // Files cannot join an answer: they wait for the next message.
  const isEmpty = text.trim() === '' && (isRunning || files.length === 0);
  const attach = async (list: Files) => {
    const read = await Promise.all([...(list ?? [])].map(readFile));
    setFiles((before) => [...before, ...read]);
  };
  const send = () => {
    if (isEmpty || isSteering) return;
    if (isRunning) return steer();
    onSend({ text, files });
    setText('');
    setFiles([]);
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void attach(event.dataTransfer.files);
      }}
    >
      <FileList files={files} onRemove={(gone) => setFiles(files.filter((_, at) => at !== gone))} />
      <textarea
        aria-label={STRINGS.chat.placeholder}
        placeholder={STRINGS.chat.placeholder}
        rows={Math.min(8, text.split('\n').length + 1)}
        value={text}
        readOnly={isSteering}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => event.clipboardData.files.length > 0 && void attach(event.clipboardData.files)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <div className="buttons">
        <FilePicker isDisabled={isRunning} onPick={(list) => void attach(list)} />
        {isRunning ? (
          <button type="button" onClick={onStop}>
            {STRINGS.chat.stop}
          </button>
        ) : null}
        <button type="submit" className="primary" disabled={isEmpty || isSteering}>
          {isRunning ? STRINGS.chat.steer : STRINGS.chat.send}
        </button>
      </div>
    </form>
  );
}

/** Steers with a text, which stays in the field until it is stored. */
function useSteering({
  text,
  onSteer,
  onDone,
}: Pick<ComposerProps, 'onSteer'> & { text: string; onDone: () => void }) {
  const [isSteering, setSteering] = useState(false);
  const steer = (): void => {
    setSteering(true);
    onSteer(text)
      .then(onDone, () => {})
      .finally(() => setSteering(false));
  };
  return { isSteering, steer };
}

function FileList({ files, onRemove }: { files: readonly FileUIPart[]; onRemove: (at: number) => void }) {
  if (files.length === 0) return null;
  return (
    <ul className="files">
      {files.map(({ filename }, at) => (
        <li key={`${at} ${filename}`}>
          {filename}{' '}
          <button
            type="button"
            aria-label={`${STRINGS.chat.remove} ${filename}`}
            onClick={() => onRemove(at)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

function FilePicker({ isDisabled, onPick }: { isDisabled: boolean; onPick: (list: Files) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input ref={picker} type="file" multiple hidden onChange={(event) => onPick(event.target.files)} />
      <button type="button" onClick={() => picker.current?.click()} disabled={isDisabled}>
        {STRINGS.chat.attach}
      </button>
    </>
  );
}

function readFile(file: File): Promise<FileUIPart> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.onload = () =>
      resolve({
        type: 'file',
        filename: file.name,
        mediaType: file.type === '' ? 'application/octet-stream' : file.type,
        url: String(reader.result),
      });
    reader.readAsDataURL(file);
  });
}

/** The draft of a chat, stored by this tab so that reloads and other chats do not lose it. */
function useDraft(chat: string): [text: string, setText: (text: string) => void] {
  const name = `draft of ${chat}`;
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? '');
  const write = (changed: string): void => {
    setText(changed);
    if (changed === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, changed);
  };
  return [text, write];
}
