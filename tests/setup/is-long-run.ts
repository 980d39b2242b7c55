export const isLongRun = process.env.THREADLINE_LONG_TESTS === '1';
