/** `npm run test:long` plays whole long chats. */
export const isLongRun = process.env.THREADLINE_LONG_TESTS === '1';
