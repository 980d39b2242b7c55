import { STRINGS } from '../strings.js';

const WIDTHS = ['w-11/12', 'w-3/4', 'w-5/6', 'w-2/3'];

export function Skeleton({ rows = 4, className = '' }: { rows?: number; className?: string }) {
  return (
    <div className={`grid gap-3 p-4 ${className}`} role="status" aria-label={STRINGS.loading}>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={`h-4 animate-pulse rounded-sm bg-hover ${WIDTHS[at % WIDTHS.length]}`} />
      ))}
    </div>
  );
}
