import { calculate } from './calculate.js';
import { currentTime } from './current-time.js';
import type { ToolDefinition } from './define-tool.js';

/** The tools of a project that registers none of its own; the default assistant may call them all. */
export const DEFAULT_TOOLS: readonly ToolDefinition[] = [currentTime, calculate];
