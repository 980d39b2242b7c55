import { calculate } from './calculate.js';
import { currentTime } from './current-time.js';
import type { ToolDefinition } from './define-tool.js';

/** For a project that registers none; the default assistant may call all. */
export const DEFAULT_TOOLS: readonly ToolDefinition[] = [currentTime, calculate];
