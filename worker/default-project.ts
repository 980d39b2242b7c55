import type { ProjectConfig } from '../define-config.js';
import { assistantFlow } from '../flow/default-flow.js';
import { calculate } from '../tools/calculate.js';
import { currentTime } from '../tools/current-time.js';

/** The project of a folder without a configuration: the assistant with its two tools. */
export function defaultProject(model: string): ProjectConfig {
  return { flows: [assistantFlow(model)], tools: [currentTime, calculate] };
}
