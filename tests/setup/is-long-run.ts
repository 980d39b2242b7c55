/** `npm run test:long`: whole long chats, which `npm test` only begins. */
export const isLongRun = process.env.THREADLINE_LONG_TESTS === '1';
