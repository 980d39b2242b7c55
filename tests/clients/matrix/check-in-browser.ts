import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BrowserPage } from '../../integration/trajectory/browser.js';
import { ASPECTS, type BrowserClient, type ClientReport, type Outcome } from './clients.js';

const REACT: Record<BrowserClient['sdk'], string> = { 6: 'ai-react-3', 7: 'ai-react-4' };

export async function checkInBrowser(
  { program, sdk, packageName }: BrowserClient,
  {
    programs,
    url,
    limitedUrl,
    ...settings
  }: { programs: string; url: string; limitedUrl: string; key: string; picture: string },
): Promise<ClientReport> {
  const script = await bundle(join(programs, program), sdk);
  const results: ClientReport['results'] = {};
  await using page = await BrowserPage.open();
  const checkAt = async (base: string, aspects: readonly (keyof typeof results)[]): Promise<void> => {
    await page.goto(`${base}/healthz`);
    await page.evaluate(script);
    for (const aspect of aspects)
      results[aspect] = await page.evaluate<Outcome>(
        `check(${JSON.stringify(aspect)}, ${JSON.stringify(settings)})`,
      );
  };
  await checkAt(
    url,
    ASPECTS.filter((aspect) => aspect !== '429'),
  );
  await checkAt(limitedUrl, ['429']);
  return { version: versionOf(programs, packageName), results };
}

async function bundle(entry: string, sdk: BrowserClient['sdk']): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"', CHAT_VERSION: `"${sdk}"` },
    absWorkingDir: dirname(entry),
    alias: { 'chat-ai': `ai-${sdk}`, 'chat-react': REACT[sdk] },
  });
  return outputFiles[0]?.text ?? '';
}

function versionOf(programs: string, name: string): string {
  const file = join(programs, '../node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
