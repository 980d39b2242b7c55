import { setTimeout as delay } from 'node:timers/promises';
import type { Client as Temporal } from '@temporalio/client';
import type { Threadline } from '../../../client/threadline.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { ChaosLoad, ChaosTurn } from './chaos-load.js';
import type { ChaosViolation } from './chaos-report.js';

export interface SentTurn {
  readonly turn: ChaosTurn;
  readonly turnId: string;
  readonly sentAt: number;
  answeredAt?: number;
}

export interface Talk {
  readonly client: Threadline;
  readonly temporal: Temporal;
  readonly load: ChaosLoad;
  readonly sent: SentTurn[];
  readonly violations: ChaosViolation[];
  readonly errors: Record<string, number>;
  readonly signal: AbortSignal;
  isOver(turns: number): boolean;
}

export const PAUSE_MS = 300;

export async function untilDone(talk: Talk, method: string, call: () => Promise<unknown>): Promise<void> {
  while (!talk.signal.aborted) {
    try {
      await call();
      return;
    } catch (error) {
      if (talk.signal.aborted) return;
      count(talk, method, error);
      await delay(PAUSE_MS);
    }
  }
}

function count({ errors, violations }: Talk, method: string, error: unknown): void {
  // Signals bypass our client, so they fail with Temporal's own errors.
  if (error instanceof ThreadlineError || method === 'signal') {
    const name = `${method} ${error instanceof ThreadlineError ? typeAndReason(error) : 'of Temporal'}`;
    errors[name] = (errors[name] ?? 0) + 1;
    return;
  }
  violations.push({ rule: 'error', detail: `${method} threw ${firstLine(String(error))}` });
}

/** Keeps the reason of a refusal, which no outage explains. */
function typeAndReason({ type, message }: ThreadlineError): string {
  return type === 'Client.Refused' ? `${type}: ${firstLine(message)}` : type;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
