import { setCurrentDetails } from '@temporalio/workflow';
import type { FinalStatus } from '../../flow/status.js';
import { describeUsage } from '../describe-usage.js';
import type { Usage } from '../messages.js';

/** Where an execution is. */
export type Progress =
  | { phase: 'beginning' }
  | { phase: 'model'; step: number; model: string; tokens: number }
  | { phase: 'compacting'; step: number; tokens: number }
  | { phase: 'tools'; step: number; tools: readonly string[] }
  | { phase: FinalStatus; usage: Usage };

/** What the Temporal UI shows of an execution beside its history; costs no event. */
export function showProgress(progress: Progress): void {
  setCurrentDetails(words(progress));
}

function words(progress: Progress): string {
  switch (progress.phase) {
    case 'beginning':
      return 'Beginning, or waiting for the turn before it to end';
    case 'model':
      return `Step ${progress.step}: asking **${progress.model}** with ${progress.tokens} tokens of messages`;
    case 'compacting':
      return `Step ${progress.step}: summarizing the history, ${progress.tokens} tokens of messages are near the window's end`;
    case 'tools':
      return `Step ${progress.step}: running ${progress.tools.map((name) => `\`${name}\``).join(', ')}`;
    case 'completed':
      return `Completed, the answer is stored: ${describeUsage(progress.usage)}`;
    case 'failed':
    case 'cancelled':
      return `${progress.phase === 'failed' ? 'Failed' : 'Cancelled'}: ${describeUsage(progress.usage)}`;
  }
}
