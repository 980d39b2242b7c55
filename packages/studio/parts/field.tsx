import type { ReactNode } from 'react';

export function Field({
  label,
  help,
  children,
  className = '',
}: {
  label: string;
  help?: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <label className={`grid gap-1 text-xs font-medium text-soft ${className}`}>
      {label}
      {children}
      {help === undefined ? null : <span className="font-normal text-faint">{help}</span>}
    </label>
  );
}
