import { calculate } from './calculate.js';
import { currentTime } from './current-time.js';
import type { ToolDefinition } from './define-tool.js';

/** For projects without tools. */
export const DEFAULT_TOOLS: readonly ToolDefinition[] = [currentTime, calculate];
