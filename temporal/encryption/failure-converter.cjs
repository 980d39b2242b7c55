// Required by the SDK, by its path, so it is no TypeScript: failures of Activities whose texts go through the codec.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { DefaultFailureConverter } = require('@temporalio/common');

exports.failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
