import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { STRINGS } from '../strings.js';
import { buttonClass, IconButton } from './button.js';

const manager = Toast.createToastManager();

/** Shows a message for a few seconds. `undo` adds a button for it. */
export function showToast(
  title: string,
  { undo, isError = false }: { undo?: () => void; isError?: boolean } = {},
) {
  manager.add({
    title,
    type: isError ? 'error' : 'done',
    priority: isError ? 'high' : 'low',
    ...(undo !== undefined && { actionProps: { children: STRINGS.undo, onClick: undo } }),
  });
}

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} timeout={6_000}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-50 flex w-[min(22rem,calc(100vw-2rem))] flex-col gap-2">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="flex items-center gap-2 rounded-lg border border-line bg-overlay py-2 pr-2 pl-3 text-sm shadow-pop data-[type=error]:text-bad"
    >
      <Toast.Title className="grow wrap-anywhere" />
      {toast.actionProps === undefined ? null : <Toast.Action className={buttonClass({ size: 'small' })} />}
      <Toast.Close
        render={
          <IconButton label={STRINGS.close}>
            <X size={14} />
          </IconButton>
        }
      />
    </Toast.Root>
  ));
}
