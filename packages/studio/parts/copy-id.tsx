import { Copy } from 'lucide-react';
import { STRINGS } from '../strings.js';
import { copyText } from './copy-text.js';
import { showToast } from './toast.js';
import { IconButton } from './button.js';

const SHORT = 12;

export function CopyId({ id, isShort = false }: { id: string; isShort?: boolean }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <code className="min-w-0 text-xs wrap-anywhere text-faint" title={id}>
        {isShort && id.length > SHORT ? `…${id.slice(-SHORT)}` : id}
      </code>
      <IconButton
        label={STRINGS.copyId}
        onClick={() => void copyText(id).then((isCopied) => isCopied && showToast(STRINGS.copied))}
      >
        <Copy size={14} />
      </IconButton>
    </span>
  );
}
