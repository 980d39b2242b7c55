import type { ProjectConfig } from '../define-config.js';
import { assistantFlow } from '../flow/default-flow.js';
import { DEFAULT_TOOLS } from '../extend/tools/default-tools.js';

export function defaultProject(model: string): ProjectConfig {
  return { flows: [assistantFlow(model)], tools: DEFAULT_TOOLS };
}
