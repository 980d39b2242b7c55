/** Webpack replaces these modules with the converters of the plugin's user. */
declare module 'threadline-team-payload-converter' {
  import type { PayloadConverter } from '@temporalio/common';
  export const payloadConverter: PayloadConverter;
}
declare module 'threadline-team-failure-converter' {
  import type { FailureConverter } from '@temporalio/common';
  export const failureConverter: FailureConverter;
}
