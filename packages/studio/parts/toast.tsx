import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { STRINGS } from '../strings.js';
import { buttonClass, IconButton } from './button.js';

const manager = Toast.createToastManager();

const UNDO_MS = 10_000;

interface ToastOptions {
  undo?: () => void;
  onClose?: () => void;
  isError?: boolean;
}

export function showToast(title: string, { undo, onClose, isError = false }: ToastOptions = {}) {
  let isUndone = false;
  const id = manager.add({
    title,
    type: isError ? 'error' : 'done',
    priority: isError ? 'high' : 'low',
    onClose: () => isUndone || onClose?.(),
    ...(undo && {
      timeout: UNDO_MS,
      actionProps: {
        children: STRINGS.undo,
        onClick() {
          isUndone = true;
          undo();
          manager.close(id);
        },
      },
    }),
  });
}

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} timeout={6_000}>
      <Toast.Portal>
        <Toast.Viewport className="fixed top-3 left-1/2 z-50 flex w-[min(22rem,calc(100vw-2rem))] -translate-x-1/2 flex-col gap-2">
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
      <Toast.Title render={<p />} className="grow wrap-anywhere" />
      {toast.actionProps ? <Toast.Action className={buttonClass({ size: 'small' })} /> : null}
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
