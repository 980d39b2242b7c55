import type { ReactNode } from 'react';

const TONES = {
  neutral: 'bg-raised text-soft',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  busy: 'bg-busy-soft text-busy',
  info: 'bg-info-soft text-info',
  accent: 'bg-accent-soft text-accent',
} as const;

export type Tone = keyof typeof TONES;

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
