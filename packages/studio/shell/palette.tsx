import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { MessageSquare, MessageSquarePlus, Palette as Colors, Search, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ConversationPage, FoundMessage } from '../../../views/conversation.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { useSettled } from '../api/use-settled.js';
import { formatMessageRoute, formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { changeAppearance } from '../parts/appearance.js';
import { MatchedText } from '../parts/matched-text.js';
import { PLACES } from './places.js';

const RECENT = 30;
const FOUND = 8;

interface Command {
  value: string;
  label: string;
  /** Replaces the label on the page. */
  shown?: ReactNode;
  hint?: string;
  icon: LucideIcon;
  run: () => void;
}

interface Group {
  value: string;
  items: Command[];
}

const WORDS = STRINGS.palette;

export function Palette({ isAdmin, onClose }: { isAdmin: boolean; onClose: () => void }) {
  const [words, setWords] = useState('');
  const groups = useGroups({ words, isAdmin });
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Popup
          aria-label={WORDS.title}
          className="fixed top-[12vh] left-1/2 z-40 flex max-h-[70vh] w-[min(40rem,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-overlay shadow-pop"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={words}
            onValueChange={setWords}
            filter={null}
            autoHighlight="always"
            keepHighlight
          >
            <label className="flex items-center gap-3 border-b border-line px-4 focus-within:border-accent">
              <Search size={16} className="shrink-0 text-faint" />
              <Autocomplete.Input
                aria-label={WORDS.title}
                placeholder={WORDS.placeholder}
                className="h-12 w-full border-0 bg-transparent px-0 text-base outline-none"
              />
            </label>
            <Autocomplete.Empty className="p-6 text-center text-sm text-faint empty:hidden">
              {WORDS.none}
            </Autocomplete.Empty>
            <Autocomplete.List className="overflow-auto p-2 empty:hidden">
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs text-faint">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => <Item key={command.value} command={command} onRun={onClose} />}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Item({ command, onRun }: { command: Command; onRun: () => void }) {
  const { label, shown = label, hint, icon: Icon, run } = command;
  return (
    <Autocomplete.Item
      value={command}
      className="flex min-h-9 items-center gap-3 rounded-md px-2 py-1.5 text-sm outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11"
      onClick={() => {
        onRun();
        run();
      }}
    >
      <Icon size={16} className="shrink-0 text-faint" />
      <span className="truncate">{shown}</span>
      {hint === undefined ? null : (
        <span className="ml-auto max-w-56 shrink-0 truncate text-xs text-faint">{hint}</span>
      )}
    </Autocomplete.Item>
  );
}

function useGroups({ words, isAdmin }: { words: string; isAdmin: boolean }): Group[] {
  const asked = words.trim();
  const { value: { conversations: chats } = { conversations: [] } } = useLoaded('palette', (signal) =>
    get<ConversationPage>('/conversations', { query: { limit: RECENT }, signal }),
  );
  const { value: found } = useSettled(asked === '' ? undefined : asked, (signal) =>
    get<FoundMessage[]>('/search', { query: { q: asked, limit: FOUND }, signal }),
  );
  const isMatch = ({ label }: Command): boolean => label.toLowerCase().includes(asked.toLowerCase());
  const recent = chats.map(({ flow, channel, title, workflowId }): Command => ({
    value: workflowId,
    label: title ?? STRINGS.chats.untitled,
    hint: flow,
    icon: MessageSquare,
    run: () => (location.hash = formatRoute({ view: 'chat', flow, channel, why: undefined })),
  }));
  const messages = (asked === '' ? [] : (found ?? [])).map((message): Command => ({
    value: `${message.conversationId} ${message.branch} ${message.seq}`,
    label: message.text,
    shown: <MatchedText text={message.text} words={asked} />,
    hint: message.title ?? STRINGS.chats.untitled,
    icon: Search,
    run: () => (location.hash = formatMessageRoute(message)),
  }));
  return [
    { value: WORDS.commands, items: listCommands(isAdmin).filter(isMatch) },
    { value: WORDS.chats, items: recent.filter(isMatch).slice(0, FOUND) },
    { value: WORDS.messages, items: messages },
  ].filter(({ items }) => items.length > 0);
}

function listCommands(isAdmin: boolean): Command[] {
  const themes = Object.entries(STRINGS.settings.themes) as ['system' | 'light' | 'dark', string][];
  return [
    { value: 'new', label: STRINGS.chats.new, icon: MessageSquarePlus, run: () => (location.hash = '#/') },
    ...PLACES.filter(({ isForAdmins }) => isAdmin || !isForAdmins).map(
      ({ view, name, href, icon, key }): Command => ({
        value: view,
        label: WORDS.go(name),
        hint: `g ${key}`,
        icon,
        run: () => (location.hash = href),
      }),
    ),
    ...themes.map(([theme, name]): Command => ({
      value: theme,
      label: `${STRINGS.settings.theme}: ${name}`,
      icon: Colors,
      run: () => changeAppearance({ theme }),
    })),
  ];
}
