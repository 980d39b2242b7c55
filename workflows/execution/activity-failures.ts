import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import type { FailureType } from '../../protocol/failure-types.js';

/** Whether an Activity failed for good with this type. */
export function isFailure(error: unknown, type: FailureType): boolean {
  return (
    error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.type === type
  );
}

/** The model is limited or away for good, as far as its call could wait; another one may be there. */
export function isAway(error: unknown): boolean {
  return (
    isFailure(error, 'Model.Unavailable') ||
    isFailure(error, 'Model.RateLimited') ||
    isFailure(error, 'Model.Authentication')
  );
}
