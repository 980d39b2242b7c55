import type { ToolContext } from '../../extend/tools/define-tool.js';

export function requireUser({ user }: Pick<ToolContext, 'user'>): string {
  if (user === null) throw new Error('No user is known here, so nothing is remembered: go on without it');
  return user;
}
