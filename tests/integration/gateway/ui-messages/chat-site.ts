import { serve, type ServerType } from '@hono/node-server';
import { build } from 'esbuild';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createGateway, type Gateway } from '../../../../packages/gateway/index.js';
import type { TestSystem } from '../../../../packages/testing/test-system.js';

export type ChatVersion = 6 | 7;

const PAGE = fileURLToPath(new URL('./chat-page.js', import.meta.url));
const PACKAGES: Record<ChatVersion, { 'chat-ai': string; 'chat-react': string }> = {
  6: { 'chat-ai': 'ai', 'chat-react': '@ai-sdk/react' },
  7: { 'chat-ai': 'ai-7', 'chat-react': 'ai-react-4' },
};

export class ChatSite implements AsyncDisposable {
  #server: ServerType | undefined;
  #port = 0;

  private constructor(
    readonly system: TestSystem,
    private readonly script: string,
    readonly version: ChatVersion,
  ) {}

  static async open(system: TestSystem, version: ChatVersion): Promise<ChatSite> {
    const { outputFiles } = await build({
      entryPoints: [PAGE],
      absWorkingDir: import.meta.dirname,
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
      define: { 'process.env.NODE_ENV': '"production"' },
      alias: PACKAGES[version],
    });
    const site = new ChatSite(system, outputFiles[0]?.text ?? '', version);
    await site.start();
    return site;
  }

  url(user: string, id: string): string {
    return `http://127.0.0.1:${this.#port}/page?${new URLSearchParams({ id, user, version: String(this.version) })}`;
  }

  async start(): Promise<void> {
    const gateway: Gateway = createGateway({
      client: this.system.client,
      authenticate: ({ headers }) => ({
        user: new URL(headers.get('referer') ?? 'x:').searchParams.get('user') ?? '',
      }),
    });
    await new Promise<void>((resolve) => {
      this.#server = serve(
        {
          fetch: (request) => this.#answer(request, gateway),
          port: this.#port,
          hostname: '127.0.0.1',
          overrideGlobalObjects: false,
        },
        (address: AddressInfo) => {
          this.#port = address.port;
          resolve();
        },
      );
    });
  }

  cut(): void {
    (this.#server as Server).closeAllConnections();
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    this.cut();
    await closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #answer(request: Request, gateway: Gateway): Response | Promise<Response> {
    const { pathname } = new URL(request.url);
    const html = { 'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'unsafe-url' };
    if (pathname === '/page')
      return new Response('<!doctype html><body><script src="/chat.js"></script>', { headers: html });
    if (pathname === '/chat.js')
      return new Response(this.script, { headers: { 'content-type': 'text/javascript' } });
    if (pathname === '/favicon.ico') return new Response(null, { status: 204 });
    return gateway.fetch(request);
  }
}
