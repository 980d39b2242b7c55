import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { STRINGS } from '../strings.js';
import { IconButton } from './button.js';

const FIELDS = 'input, select, textarea, button:not(:disabled), a[href]';

export function Dialog({
  title,
  isOpen,
  onClose,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const body = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Base.Popup
          // The close button would show its tooltip over the contents.
          initialFocus={() => body.current?.querySelector<HTMLElement>(FIELDS) ?? body.current}
          className="fixed top-[12vh] left-1/2 z-40 flex max-h-[76vh] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 flex-col rounded-xl border border-line bg-overlay shadow-pop"
        >
          <header className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
            <Base.Title className="text-base font-semibold">{title}</Base.Title>
            <Base.Close
              render={
                <IconButton label={STRINGS.close}>
                  <X size={16} />
                </IconButton>
              }
            />
          </header>
          <div ref={body} tabIndex={-1} className="overflow-auto p-4">
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
