import type { ReactNode } from 'react';

export function Page({
  title,
  actions,
  children,
  className = '',
}: {
  title: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <main id="content" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col bg-ground">
      <header className="flex min-h-12 shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-1.5 wide:px-6">
        <h2 className="min-w-0 text-md font-semibold wrap-anywhere">{title}</h2>
        {actions === undefined ? null : <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <div className={`relative min-h-0 flex-1 overflow-auto px-4 py-4 wide:px-6 ${className}`}>
        {children}
      </div>
    </main>
  );
}
