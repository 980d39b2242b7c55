import { createGateway, serveGateway, singleKey, type RunningGateway } from '../../../gateway/index.js';
import type { TestSystem } from '../../../testing/test-system.js';
import { BrowserPage } from '../trajectory/browser.js';

const KEY = 'key of the studio';

/** A gateway that serves the studio to one user. */
export class StudioSite implements AsyncDisposable {
  private constructor(
    private readonly gateway: RunningGateway,
    readonly user: string,
  ) {}

  static async open(system: TestSystem): Promise<StudioSite> {
    const user = system.newUser();
    const gateway = createGateway({
      client: system.client,
      authenticate: singleKey({ key: KEY, user }),
      studio: true,
    });
    return new StudioSite(await serveGateway(gateway, { host: '127.0.0.1', port: 0 }), user);
  }

  get url(): string {
    return this.gateway.url;
  }

  /** A page with the key in its address, as the gateway prints it. */
  async openPage(size?: { width: number; height: number }): Promise<BrowserPage> {
    const page = await BrowserPage.open(size);
    await page.goto(`${this.url}/studio/#key=${encodeURIComponent(KEY)}`);
    return page;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.gateway.close();
  }
}
