import { setCurrentDetails } from '@temporalio/workflow';

/** Where an execution is. */
export type Progress =
  | { phase: 'beginning' | 'completed' | 'failed' | 'cancelled' }
  | { phase: 'model'; step: number; model: string; tokens: number }
  | { phase: 'tools'; step: number; tools: readonly string[] };

/** What the Temporal UI shows of an execution beside its history; costs no event. */
export function showProgress(progress: Progress): void {
  setCurrentDetails(words(progress));
}

function words(progress: Progress): string {
  switch (progress.phase) {
    case 'model':
      return `Step ${progress.step}: asking **${progress.model}** with ${progress.tokens} tokens of messages`;
    case 'tools':
      return `Step ${progress.step}: running ${progress.tools.map((name) => `\`${name}\``).join(', ')}`;
    case 'beginning':
      return 'Beginning';
    case 'completed':
      return 'Completed: the answer is stored';
    case 'failed':
      return 'Failed';
    case 'cancelled':
      return 'Cancelled';
  }
}
