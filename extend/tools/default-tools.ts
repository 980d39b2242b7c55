import { calculate } from './calculate.js';
import { currentTime } from './current-time.js';
import type { ToolDefinition } from './define-tool.js';

export const DEFAULT_TOOLS: readonly ToolDefinition[] = [currentTime, calculate];
