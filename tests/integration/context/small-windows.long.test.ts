import { STYLES, type Style } from './fixtures/window-chat.js';
import { testSmallWindows } from './small-windows-tests.js';

const WINDOWS = [2_048, 4_096, 8_192, 16_384, 32_768];
const styles = Object.keys(STYLES) as Style[];

testSmallWindows(WINDOWS.flatMap((window) => styles.map((style) => ({ window, style }))));
