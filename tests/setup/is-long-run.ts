/** `npm run test:long`: the long chats in full, which `npm test` only begins. */
export const isLongRun = process.env.THREADLINE_LONG_TESTS === '1';
