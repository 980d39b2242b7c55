import type { ProjectConfig } from '../define-config.js';

export function warnOfApprovers({ tools = [], mcp = {} }: Pick<ProjectConfig, 'tools' | 'mcp'>): string[] {
  const unsaid = tools.filter(({ approve }) => approve === true || typeof approve === 'function');
  const servers = Object.entries(mcp).filter(
    ([, { approve = false, approveBy }]) => approve !== false && !approveBy,
  );
  return [
    ...unsaid.map(
      ({ name }) =>
        `Tool '${name}' needs approval and does not say whose, so the requesting user may approve it. Set approve: { by: 'staff' }, or { by: 'user' } to keep it so.`,
    ),
    ...servers.map(
      ([name]) =>
        `Tools of MCP server '${name}' need approval and do not say whose, so the requesting user may approve them. Set approveBy: 'staff', or 'user' to keep it so.`,
    ),
  ];
}
