import type { ProjectConfig } from '../../define-config.js';
import { suggestion } from '../../flow/validation/suggestion.js';

const KEYS: Readonly<Record<keyof ProjectConfig, true>> = {
  flows: true,
  tools: true,
  mcp: true,
  nodes: true,
  models: true,
  embeddingModel: true,
  trajectoryFolder: true,
  encryption: true,
  retention: true,
  limits: true,
  gateway: true,
  deployment: true,
  approvers: true,
  approvalWebhook: true,
  auditDays: true,
  cleanArchive: true,
};

export function describeUnknownKeys(project: object): string | undefined {
  const known = Object.keys(KEYS);
  const unknown = Object.keys(project).filter((key) => !Object.hasOwn(KEYS, key));
  if (unknown.length === 0) return undefined;
  const named = unknown.map((key) => `'${key.slice(0, 40)}'${suggestion(key, known)}`).join(', ');
  return `has unknown fields: ${named}; known are ${known.join(', ')}`;
}
