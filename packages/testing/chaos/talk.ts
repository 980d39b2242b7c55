import { setTimeout as delay } from 'node:timers/promises';
import type { Client as Temporal } from '@temporalio/client';
import type { Threadline } from '../../../client/connect.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { ChaosLoad, ChaosTurn } from './chaos-load.js';
import type { ChaosViolation } from './chaos-report.js';

/** A turn that was sent. */
export interface SentTurn {
  readonly turn: ChaosTurn;
  readonly turnId: string;
  readonly sentAt: number;
  /** Undefined: it was not answered before the run gave up. */
  answeredAt?: number;
}

/** The parts that all conversations of a run share. */
export interface Talk {
  readonly client: Threadline;
  /** For those who send Signals without our client. */
  readonly temporal: Temporal;
  readonly load: ChaosLoad;
  readonly sent: SentTurn[];
  readonly violations: ChaosViolation[];
  readonly errors: Record<string, number>;
  /** Aborts calls that are still under way when the run gives up. */
  readonly signal: AbortSignal;
  /** Whether a conversation that has sent so many turns sends no more. */
  isOver(turns: number): boolean;
}

/** Between two turns, and before a call is made again. */
export const PAUSE_MS = 300;

/** Makes a call until it succeeds or the run gives up. What it threw on the way is counted. */
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
  // Who signals without our client gets the errors of Temporal's own.
  if (error instanceof ThreadlineError || method === 'signal') {
    const name = `${method} ${error instanceof ThreadlineError ? typeAndReason(error) : 'of Temporal'}`;
    errors[name] = (errors[name] ?? 0) + 1;
    return;
  }
  violations.push({ rule: 'error', detail: `${method} threw ${firstLine(String(error))}` });
}

/** No outage explains a refusal: it is told with what refused it. */
function typeAndReason({ type, message }: ThreadlineError): string {
  return type === 'Client.Refused' ? `${type}: ${firstLine(message)}` : type;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
