import type { Database } from '../../store/database.js';
import type { ToolDefinition } from '../../extend/tools/define-tool.js';
import { createIdentifyUser } from './identify-user.js';
import { createMemoryRead } from './memory-read.js';
import { createMemoryWrite } from './memory-write.js';

export function createMemoryTools(db: Database): ToolDefinition[] {
  return [createIdentifyUser(db), createMemoryRead(db), createMemoryWrite(db)];
}
