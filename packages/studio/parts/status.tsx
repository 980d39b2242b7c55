import { STRINGS } from '../strings.js';
import { Badge, type Tone } from './badge.js';

const TONES: Readonly<Record<string, Tone>> = {
  completed: 'good',
  success: 'good',
  failed: 'bad',
  running: 'info',
  waiting: 'busy',
  interrupted: 'busy',
  queued: 'busy',
};

export function Status({ status, unknown = '' }: { status: string | undefined; unknown?: string }) {
  const words: Readonly<Record<string, string>> = STRINGS.statuses;
  return (
    <span className="status" data-status={status}>
      <Badge tone={TONES[status ?? ''] ?? 'neutral'}>
        <span
          className={`size-1.5 rounded-full bg-current ${status === 'running' ? 'animate-pulse' : ''}`}
          aria-hidden="true"
        />
        {status === undefined ? unknown : (words[status] ?? status)}
      </Badge>
    </span>
  );
}
