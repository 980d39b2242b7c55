import { testSmallWindows } from './small-windows-tests.js';

/** One of each window and style; `small-windows.long.test.ts` has them all. */
testSmallWindows([
  { window: 2_048, style: 'short' },
  { window: 4_096, style: 'long' },
  { window: 8_192, style: 'chinese' },
  { window: 16_384, style: 'code' },
]);
