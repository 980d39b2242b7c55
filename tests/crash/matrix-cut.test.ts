import { describeCrashMatrix } from './matrix.js';

describeCrashMatrix('cut');
