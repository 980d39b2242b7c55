import type { ComponentProps } from 'react';

export function Card({ className = '', ...rest }: ComponentProps<'section'>) {
  return (
    <section {...rest} className={`rounded-lg border border-line bg-ground p-4 shadow-card ${className}`} />
  );
}
