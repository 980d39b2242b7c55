import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export function EmptyState({
  icon: Icon,
  title,
  help,
  children,
}: {
  icon: LucideIcon;
  title: string;
  help?: string;
  children?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-12 text-center">
      <span className="mb-1 rounded-xl border border-line bg-raised p-2.5 text-faint">
        <Icon size={20} aria-hidden="true" />
      </span>
      <p className="font-medium">{title}</p>
      {help === undefined ? null : <p className="text-sm text-pretty text-faint">{help}</p>}
      {children}
    </div>
  );
}
