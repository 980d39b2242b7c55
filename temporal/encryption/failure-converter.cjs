// Required by the SDK, by its path, so it is no TypeScript: failures of Activities whose texts go through the codec.
const { DefaultFailureConverter } = require('@temporalio/common');

exports.failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
