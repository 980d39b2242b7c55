import type { FailureConverter } from '@temporalio/common';
import { failureConverter as team } from 'threadline-team-failure-converter';
import { failureConverter as own } from '../failure-converter.js';
import { isInThreadlineWorkflow } from './is-in-threadline-workflow.js';

/** Threadline's own Workflows keep Threadline's format, from which clients read failure types. */
export const failureConverter: FailureConverter = {
  errorToFailure: (...input) => choose().errorToFailure(...input),
  failureToError: (...input) => choose().failureToError(...input),
};

function choose(): FailureConverter {
  return isInThreadlineWorkflow() ? own : team;
}
