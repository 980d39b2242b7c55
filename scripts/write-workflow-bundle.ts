import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Bundler from '../worker/bundle-workflows.js';
import { WORKFLOW_BUNDLE } from '../worker/find-workflow-bundle.js';

const MAP_COMMENT = '//# sourceMappingURL=data:application/json;base64,';

interface SourceMap {
  sources: string[];
}

export async function writeWorkflowBundle({ root, output }: { root: string; output: string }): Promise<void> {
  const module = pathToFileURL(join(output, 'worker', 'bundle-workflows.js')).href;
  const { bundleWorkflows } = (await import(module)) as typeof Bundler;
  const { code } = await bundleWorkflows();
  const [script = '', map = ''] = split(code);
  writeFileSync(join(output, WORKFLOW_BUNDLE), script + MAP_COMMENT + withoutMachine(map, { root, output }));
}

function split(code: string): [script: string, map: string] {
  const start = code.lastIndexOf('//# sourceMappingURL=data:');
  const separator = code.indexOf('base64,', start);
  if (start < 0 || separator < 0) throw new Error('The Workflow bundle has no source map inside');
  return [code.slice(0, start), code.slice(separator + 'base64,'.length).trimEnd()];
}

function withoutMachine(base64: string, { root, output }: { root: string; output: string }): string {
  const map = JSON.parse(Buffer.from(base64, 'base64').toString('utf8')) as SourceMap;
  map.sources = map.sources.map((source) =>
    source.replace(output, 'threadline/dist').replace(join(root, 'node_modules/'), ''),
  );
  return Buffer.from(JSON.stringify(map)).toString('base64');
}
