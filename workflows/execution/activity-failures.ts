import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import type { LearnedLayout } from '../../protocol/activities/agent.js';
import type { FailureType } from '../../protocol/failure-types.js';

export function isFailure(error: unknown, type: FailureType): boolean {
  return (
    error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.type === type
  );
}

export function rejectedLayout(error: unknown): LearnedLayout['facts'] | undefined {
  if (!isFailure(error, 'Model.LayoutRejected')) return undefined;
  const details = (error as ActivityFailure).cause as ApplicationFailure;
  return (details.details?.[0] as { layout?: LearnedLayout['facts'] } | undefined)?.layout;
}

/** True if a fallback model may answer instead. */
export function isUnavailable(error: unknown): boolean {
  return (
    isFailure(error, 'Model.Unavailable') ||
    isFailure(error, 'Model.RateLimited') ||
    isFailure(error, 'Model.Authentication')
  );
}
