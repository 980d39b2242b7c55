import { Maximize2, Minimize2 } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { STRINGS } from '../strings.js';
import { IconButton } from './button.js';

export function FullHeight({
  title,
  className = '',
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (!isFull) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      // Escape here must not also close a panel beside it.
      event.preventDefault();
      setFull(false);
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isFull]);
  const Icon = isFull ? Minimize2 : Maximize2;
  return (
    <section className={`full-height ${className}`} data-full={isFull || undefined}>
      <div className="flex items-center justify-between">
        <h3 className="m-0">{title}</h3>
        <IconButton
          label={`${isFull ? STRINGS.close : STRINGS.runs.fullHeight}: ${title}`}
          aria-pressed={isFull}
          onClick={() => setFull(!isFull)}
        >
          <Icon size={16} />
        </IconButton>
      </div>
      {children}
    </section>
  );
}
