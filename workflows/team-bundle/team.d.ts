/** Webpack inserts the team's modules. */
declare module 'threadline-team-payload-converter' {
  import type { PayloadConverter } from '@temporalio/common';
  export const payloadConverter: PayloadConverter;
}
declare module 'threadline-team-failure-converter' {
  import type { FailureConverter } from '@temporalio/common';
  export const failureConverter: FailureConverter;
}
