// Usage: node download-official.mjs cli|test-server FOLDER VERSION
// Has the SDK download a server binary into FOLDER, by starting it once. Exits 0 when that worked; prints
// DOWNLOADED and exits 1 when the binary came but did not start.
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [kind, downloadDir, version] = process.argv.slice(2);
const server = { executable: { type: 'cached-download', downloadDir, version } };

try {
  const environment =
    kind === 'cli'
      ? await TestWorkflowEnvironment.createLocal({ server })
      : await TestWorkflowEnvironment.createTimeSkipping({ server });
  await environment.teardown();
  process.exit(0);
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  if (!/download/i.test(text)) console.error('DOWNLOADED');
  console.error(`Error: ${text}`);
  process.exit(1);
}
