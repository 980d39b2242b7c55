/** Names that webpack resolves to the modules of the team whose Workflows share the bundle. */
declare module 'threadline-team-payload-converter' {
  import type { PayloadConverter } from '@temporalio/common';
  export const payloadConverter: PayloadConverter;
}
declare module 'threadline-team-failure-converter' {
  import type { FailureConverter } from '@temporalio/common';
  export const failureConverter: FailureConverter;
}
