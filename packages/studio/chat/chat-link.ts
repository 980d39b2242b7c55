export const CHAT_LINK =
  'flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 rounded-md px-2 py-1.5 text-sm text-ink no-underline hover:bg-hover hover:no-underline aria-[current]:bg-accent-soft';
