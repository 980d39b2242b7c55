import { describe, expect, test } from 'vitest';
import { checkMcpServers } from '../../../extend/mcp/check-mcp-servers.js';

describe('checkMcpServers', () => {
  test('processes and endpoints with all their fields -> accepted', () => {
    expect(() =>
      checkMcpServers({
        files: { command: 'npx', args: ['-y', 'server'], env: { KEY: 'x' }, cwd: '/tmp', timeoutMs: 1_000 },
        'my_web-2': {
          url: 'https://host/mcp?x=1',
          headers: { Authorization: 'Bearer x' },
          timeoutMs: 540_000,
          approve: ['write_*'],
          approvalSeconds: 60,
        },
        plain: { command: 'x', approve: true },
      }),
    ).not.toThrow();
    expect(() => checkMcpServers(undefined)).not.toThrow();
  });

  test.each([
    [[], "'mcp' must be an object of servers by name"],
    [{ a__b: { command: 'x' } }, "MCP server 'a__b' must be named by 1 to 32 letters and digits"],
    [{ a: 'npx' }, "MCP server 'a' must be an object"],
    [{ a: {} }, "MCP server 'a' must have either 'command', to start a process, or 'url'"],
    [{ a: { command: 'x', url: 'http://y' } }, "MCP server 'a' must have either 'command'"],
    [{ a: { command: 'x', argz: [] } }, "MCP server 'a': unknown fields 'argz'"],
    [{ a: { command: 'x', args: 'y' } }, "MCP server 'a': field 'args': "],
    [{ a: { command: '' } }, "MCP server 'a': field 'command': it must name a program"],
    [{ a: { command: 'x', timeoutMs: 1e9 } }, "MCP server 'a': field 'timeoutMs': "],
    [
      { a: { command: 'x', approve: 'write_*' } },
      "MCP server 'a': field 'approve': it must be true, false or",
    ],
    [
      { a: { command: 'x', approvalSeconds: 0 } },
      "MCP server 'a': field 'approvalSeconds': it must be above 0 and at most 31536000",
    ],
    [
      { a: { url: 'ftp://host' } },
      "MCP server 'a': field 'url': it must be an address like 'https://host/mcp'",
    ],
  ])('%j -> a sentence with the server and the field', (servers, message) => {
    expect(() => checkMcpServers(servers as never)).toThrow(message);
  });

  test('a header with a line break -> refused by its name, its value is not shown', () => {
    const servers = { a: { url: 'https://host', headers: { Key: 'secret\nvalue' } }, b: {} };
    expect(() => checkMcpServers(servers as never)).toThrow(
      /^MCP server 'a': field 'headers\.Key': it must be the value of a header, on one line; MCP server 'b' /,
    );
    expect(() => checkMcpServers(servers as never)).not.toThrow(/secret/);
  });
});
