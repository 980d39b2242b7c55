import { afterAll, describe, expect, test } from 'vitest';
import { startServers } from '../../../servers/index.js';
import { openServerState } from '../../../servers/server-state.js';
import { BrowserPage } from '../../integration/trajectory/browser.js';
import { cleanUp, newDataDir } from '../fixtures/harness.js';
import { withClient } from '../fixtures/temporal-client.js';

const TIMEOUT = 120_000;
afterAll(cleanUp, TIMEOUT);

const PATH = '/api/v1/namespaces/default/workflows';

describe("Temporal's UI", { timeout: TIMEOUT }, () => {
  test('a page whose name resolves to this machine -> cannot read or signal on any port; the UI itself works', async () => {
    const dataDir = newDataDir();
    const { temporal, stop } = await startServers({ dataDir });
    await withClient(temporal.address, (client) =>
      client.workflow.start('chat', { taskQueue: 'nobody', workflowId: 'planted-chat' }),
    );
    const [serverHost = '', serverPort] = openServerState(dataDir).current().temporal!.uiServer!.split(':');
    const proxyPort = new URL(temporal.uiUrl!).port;
    await using page = await BrowserPage.open({
      names: { 'evil.example': '127.0.0.1', 'server.example': serverHost },
    });
    const steal = (url: string): Promise<string> =>
      page.evaluate(`fetch('${url}').then((answer) => answer.text(), (error) => 'refused: ' + error)`);

    await page.goto(`http://evil.example:${proxyPort}/`);
    expect(await page.evaluate('document.body.innerText')).toContain(`Host 'evil.example:${proxyPort}'`);
    expect(await steal(PATH)).toContain('is not allowed');
    expect(await steal(`http://server.example:${serverPort}${PATH}`)).toMatch(/^refused/);

    await page.goto(`${temporal.uiUrl}/namespaces/default/workflows`);
    expect(await steal(PATH)).toContain('planted-chat');
    await expect.poll(() => page.evaluate('document.body.innerText')).toContain('planted-chat');
    await expect(page.goto(`http://server.example:${serverPort}/`)).rejects.toThrow('ERR_UNSAFE_PORT');
    await stop();
  });
});
