import {
  Archive,
  ArchiveRestore,
  Ellipsis,
  FileCode,
  FileJson,
  Pencil,
  Link,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import type { ConversationMarks, ConversationView } from '../../../views/conversation.js';
import { put, type Wire } from '../api/request.js';
import { deleteLater } from '../parts/delete-later.js';
import { Menu, MenuItem, MenuLine } from '../parts/menu.js';
import { showToast } from '../parts/toast.js';
import { STRINGS } from '../strings.js';
import { goTo } from '../use-route.js';
import { chatQuery, conversationPath } from '../api/chat-messages.js';

const TEXT = STRINGS.chats;

interface ChatMenuProps {
  chat: Wire<ConversationView>;
  isArchived: boolean;
  isOpen: boolean;
  onRename: () => void;
  onShare: (() => void) | undefined;
  onChanged: () => void;
}

export function ChatMenu(props: ChatMenuProps) {
  const { chat, onRename, onShare } = props;
  const name = chat.title ?? TEXT.untitled;
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={TEXT.actions(name)}
          className="chat-actions absolute top-1 right-1 inline-flex size-7 items-center justify-center rounded-md bg-canvas text-faint opacity-0 group-hover/chat:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 data-popup-open:opacity-100 pointer-coarse:static pointer-coarse:size-11 pointer-coarse:opacity-100"
        >
          <Ellipsis size={15} />
        </button>
      }
    >
      <MenuItem icon={Pencil} onSelect={onRename}>
        {TEXT.rename.begin}
      </MenuItem>
      <MarkItems {...props} />
      <MenuLine />
      {onShare ? (
        <MenuItem icon={Link} onSelect={onShare}>
          {STRINGS.share.begin}
        </MenuItem>
      ) : null}
      <ExportItems chat={chat} name={name} />
      <MenuLine />
      <MenuItem icon={Trash2} isDanger onSelect={() => removeChat(props, name)}>
        {TEXT.delete}
      </MenuItem>
    </Menu>
  );
}

function MarkItems({ chat, isArchived, onChanged }: ChatMenuProps) {
  const { isPinned } = chat;
  const mark = async (body: ConversationMarks): Promise<void> => {
    await put(conversationPath(chat, '/marks'), { query: chatQuery(chat), body }).catch(report);
    onChanged();
  };
  const archive = async (): Promise<void> => {
    await mark({ isArchived: !isArchived });
    showToast(isArchived ? TEXT.restored : TEXT.archived, { undo: () => void mark({ isArchived }) });
  };
  return (
    <>
      <MenuItem icon={isPinned ? PinOff : Pin} onSelect={() => void mark({ isPinned: !isPinned })}>
        {isPinned ? TEXT.unpin : TEXT.pin}
      </MenuItem>
      <MenuItem icon={isArchived ? ArchiveRestore : Archive} onSelect={() => void archive()}>
        {isArchived ? TEXT.restore : TEXT.archive}
      </MenuItem>
    </>
  );
}

function ExportItems({ chat: { flow, channel }, name }: Pick<ChatMenuProps, 'chat'> & { name: string }) {
  const save = (format: 'markdown' | 'json'): void =>
    void import('./export-chat.js')
      .then(({ exportChat }) => exportChat({ flow, channel, title: name }, format))
      .catch(report);
  return (
    <>
      <MenuItem icon={FileCode} onSelect={() => save('markdown')}>
        {TEXT.exportMarkdown}
      </MenuItem>
      <MenuItem icon={FileJson} onSelect={() => save('json')}>
        {TEXT.exportJson}
      </MenuItem>
    </>
  );
}

function removeChat({ chat, isOpen, onChanged }: ChatMenuProps, title: string): void {
  const [key, path, query] = [chat.workflowId, conversationPath(chat, ''), chatQuery(chat)];
  deleteLater({ key, title, path, query, onDeleted: onChanged });
  if (isOpen) goTo({ view: 'chats' });
}

function report(error: unknown): void {
  showToast((error as Error).message, { isError: true });
}
