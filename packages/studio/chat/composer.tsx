import type { FileUIPart } from 'ai';
import { ArrowUp, ChevronDown, Paperclip, Square, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { WHILE_RUNNING, type WhileRunning } from '../../../protocol/while-running.js';
import { useDraft } from '../api/use-draft.js';
import { Button, IconButton } from '../parts/button.js';
import { Menu, MenuItem } from '../parts/menu.js';
import { STRINGS } from '../strings.js';
import { chatName, type ChatKey } from '../api/chat-messages.js';

export interface ComposedMessage {
  text: string;
  files: FileUIPart[];
}

type Files = DataTransfer['files'] | null;

interface ComposerProps {
  chat: ChatKey;
  isRunning: boolean;
  onSend: (message: ComposedMessage) => void;
  onQueue: (message: ComposedMessage, whileRunning: WhileRunning) => void;
  onStop: () => void;
}

export function Composer({ chat, isRunning, onSend, onQueue, onStop }: ComposerProps) {
  const [text, setText] = useDraft(`draft of ${chatName(chat)}`);
  const [files, setFiles] = useState<FileUIPart[]>([]);
  const isEmpty = text.trim() === '' && files.length === 0;
  const attach = async (list: Files) => {
    const read = await Promise.all([...(list ?? [])].map(readFile));
    setFiles((before) => [...before, ...read]);
  };
  const send = (whileRunning: WhileRunning = 'queue') => {
    if (isEmpty) return;
    if (isRunning) onQueue({ text, files }, whileRunning);
    else onSend({ text, files });
    setText('');
    setFiles([]);
  };
  return (
    <form
      className="composer mx-auto mb-3 flex w-[min(48rem,calc(100%-1.5rem))] shrink-0 flex-col gap-1 rounded-xl border border-line-strong bg-ground p-2 shadow-card focus-within:border-accent"
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
        className="w-full resize-none border-0 bg-transparent px-2 py-1 text-base outline-none"
        aria-label={STRINGS.chat.placeholder}
        placeholder={STRINGS.chat.placeholder}
        rows={Math.min(8, text.split('\n').length + 1)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => event.clipboardData.files.length > 0 && void attach(event.clipboardData.files)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <Buttons
        isRunning={isRunning}
        isDisabled={isEmpty}
        onPick={(list) => void attach(list)}
        onSend={send}
        onStop={onStop}
      />
    </form>
  );
}

function Buttons({
  isRunning,
  isDisabled,
  onPick,
  onSend,
  onStop,
}: {
  isRunning: boolean;
  isDisabled: boolean;
  onPick: (list: Files) => void;
  onSend: (whileRunning: WhileRunning) => void;
  onStop: () => void;
}) {
  const { queue, send, stop } = STRINGS.chat;
  return (
    <div className="buttons flex items-center justify-end gap-1.5">
      <FilePicker onPick={onPick} />
      {isRunning ? (
        <>
          <Button onClick={onStop}>
            <Square size={12} fill="currentColor" aria-hidden="true" />
            {stop}
          </Button>
          <Menu
            side="top"
            trigger={
              <Button kind="quiet" aria-label={queue.when} className="when" disabled={isDisabled}>
                <ChevronDown size={15} aria-hidden="true" />
              </Button>
            }
          >
            {WHILE_RUNNING.map((mode) => (
              <MenuItem key={mode} onSelect={() => onSend(mode)}>
                {queue.modes[mode]}
              </MenuItem>
            ))}
          </Menu>
        </>
      ) : null}
      <Button type="submit" kind="primary" disabled={isDisabled}>
        {isRunning ? queue.send : send}
        <ArrowUp size={15} aria-hidden="true" />
      </Button>
    </div>
  );
}

function FileList({ files, onRemove }: { files: readonly FileUIPart[]; onRemove: (at: number) => void }) {
  if (files.length === 0) return null;
  return (
    <ul className="files flex flex-wrap gap-1.5 px-1">
      {files.map(({ filename }, at) => (
        <li key={`${at} ${filename}`} className="flex items-center rounded-md bg-raised pl-2 text-xs">
          {filename}{' '}
          <IconButton label={`${STRINGS.chat.remove} ${filename}`} onClick={() => onRemove(at)}>
            <X size={13} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function FilePicker({ onPick }: { onPick: (list: Files) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input ref={picker} type="file" multiple hidden onChange={(event) => onPick(event.target.files)} />
      <IconButton label={STRINGS.chat.attach} className="mr-auto" onClick={() => picker.current?.click()}>
        <Paperclip size={16} />
      </IconButton>
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
