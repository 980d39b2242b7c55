import type { ComponentProps, ReactNode } from 'react';
import { Tip } from './tooltip.js';

const KINDS = {
  primary: 'primary border-transparent bg-accent text-on-accent hover:not-disabled:bg-accent-hover',
  plain: 'border-line-strong bg-ground text-ink hover:not-disabled:bg-hover',
  quiet: 'border-transparent text-soft hover:not-disabled:bg-hover hover:not-disabled:text-ink',
  danger: 'border-line-strong bg-ground text-bad hover:not-disabled:bg-bad-soft',
} as const;

const SIZES = { small: 'h-7 px-2 text-xs', medium: 'h-8 px-3 text-sm' } as const;

export interface ButtonLook {
  kind?: keyof typeof KINDS;
  size?: keyof typeof SIZES;
}

export function buttonClass({ kind = 'plain', size = 'medium' }: ButtonLook = {}, more = ''): string {
  return `inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap no-underline hover:no-underline disabled:opacity-50 transition-colors pointer-coarse:min-h-11 ${SIZES[size]} ${KINDS[kind]} ${more}`;
}

export function Button({ kind, size, className, ...rest }: ComponentProps<'button'> & ButtonLook) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ ...(kind && { kind }), ...(size && { size }) }, className)}
    />
  );
}

const ICON =
  'inline-flex size-7 pointer-coarse:size-11 shrink-0 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-ink disabled:opacity-40 aria-pressed:text-accent aria-pressed:bg-accent-soft transition-colors';

export function IconButton({
  label,
  children,
  className = '',
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; children: ReactNode }) {
  return (
    <Tip label={label}>
      <button type="button" aria-label={label} {...rest} className={`${ICON} ${className}`}>
        {children}
      </button>
    </Tip>
  );
}

export function IconLink({
  label,
  children,
  className = '',
  ...rest
}: Omit<ComponentProps<'a'>, 'aria-label'> & { label: string; children: ReactNode }) {
  return (
    <Tip label={label}>
      <a aria-label={label} {...rest} className={`${ICON} ${className}`}>
        {children}
      </a>
    </Tip>
  );
}
