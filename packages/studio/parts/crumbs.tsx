import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRoute, type Route } from '../route.js';

/** The title of a page with a parent. */
export function Crumbs({ parent, to, children }: { parent: string; to: Route; children: ReactNode }) {
  return (
    <span className="flex items-baseline gap-1">
      <a className="tap shrink-0 text-faint" href={formatRoute(to)}>
        {parent}
      </a>
      <ChevronRight size={14} className="shrink-0 self-center text-faint" aria-hidden="true" />
      <span className="line-clamp-2">{children}</span>
    </span>
  );
}
