import { calculate } from './calculate.js';
import { currentTime } from './current-time.js';
import type { ToolDefinition } from './define-tool.js';

/** The tools of a project that registers none. The default assistant may call all of them. */
export const DEFAULT_TOOLS: readonly ToolDefinition[] = [currentTime, calculate];
