import type { ReactNode } from 'react';

/** A control with its name above it, and help or a problem below. */
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
