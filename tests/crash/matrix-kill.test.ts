import { describeCrashMatrix } from './matrix.js';

describeCrashMatrix('kill');
