import { parseArgs } from 'node:util';
import { checkPackage } from './check-package.js';

const USAGE = `Usage: npm run check:package -- [--built] [--keep]

Packs the package, installs it in a new project outside the repository, and uses it there: types, bundles, a chat, tests.
Needs a package registry: exits with 2 without one.

  --built  packs what 'npm run build' left, instead of building
  --keep   keeps the project's folder
`;

process.exitCode = await run();

async function run(): Promise<number> {
  try {
    const { values } = parseArgs({
      options: { built: { type: 'boolean' }, keep: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    if (!values.help)
      return await checkPackage({ isBuilt: values.built ?? false, shouldKeep: values.keep ?? false });
    console.log(USAGE);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
