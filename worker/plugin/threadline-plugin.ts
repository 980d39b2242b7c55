import type { ClientOptions, ClientPlugin } from '@temporalio/client';
import type { DataConverter, PayloadCodec } from '@temporalio/common';
import type {
  BundleOptions,
  BundlerPlugin,
  ReplayWorkerOptions,
  Worker,
  WorkerOptions,
  WorkerPlugin,
} from '@temporalio/worker';
import { readConfig } from '../../config.js';
import { clientDataConverter } from '../../temporal/encryption/client-data-converter.js';
import { openOnce } from '../../protocol/open-once.js';
import { createPayloadCodec } from '../../temporal/encryption/payload-codec.js';
import { workerDataConverter } from '../../temporal/encryption/worker-data-converter.js';
import { readKeyRing, type EncryptionOptions } from '../../temporal/encryption/read-key-ring.js';
import { addWorkflows, OWN_WORKFLOWS } from '../bundle-workflows.js';
import { createClosers, type Closers } from '../closers.js';
import { joinDataConverters } from '../../temporal/team-options.js';
import { note, openPlugin, type OpenPlugin, type ThreadlinePluginOptions } from './open-plugin.js';
import { readFile } from 'node:fs/promises';

/**
 * Runs Threadline on your own Worker. Add the plugin to `plugins` of `Worker.create`, `bundleWorkflowCode`,
 * `Worker.runReplayHistories` and `Client`. A plugin serves one Worker.
 */
export class ThreadlinePlugin implements WorkerPlugin, ClientPlugin, BundlerPlugin {
  readonly name = 'threadline';
  readonly #options: ThreadlinePluginOptions;
  #opened: (OpenPlugin & { closers: Closers }) | undefined;

  constructor(options: ThreadlinePluginOptions) {
    this.#options = options;
  }

  /** Opens Postgres. Throws an error that names what is missing. */
  async configureWorker(team: WorkerOptions): Promise<WorkerOptions> {
    if (this.#opened)
      throw new Error('A ThreadlinePlugin serves one Worker: create another plugin for the next Worker');
    await checkBundle(team);
    const opened = createClosers(note);
    try {
      this.#opened = { ...(await openPlugin(team, this.#options, opened)), closers: opened };
      return this.#opened.options;
    } catch (error) {
      await opened.closeAll();
      throw error;
    }
  }

  async configureReplayWorker(team: ReplayWorkerOptions): Promise<ReplayWorkerOptions> {
    await checkBundle(team);
    const encryption = this.#findEncryption();
    const own = workerDataConverter(encryption && (await readKeyRing(encryption)));
    return {
      ...team,
      // Checks for undefined, to which other plugins may set this option.
      workflowsPath: team.workflowsPath ?? (team.workflowBundle ? undefined : OWN_WORKFLOWS),
      dataConverter: joinDataConverters(team.dataConverter, own),
    };
  }

  /** Fails the build if your Workflows and Threadline's share a name. */
  configureBundler(team: BundleOptions): BundleOptions {
    return addWorkflows(team);
  }

  configureClient(team: Omit<ClientOptions, 'plugins'>): Omit<ClientOptions, 'plugins'> {
    return { ...team, dataConverter: joinDataConverters(team.dataConverter, this.#clientConverter()) };
  }

  /** Also runs the Workers of providers with their own Task Queue. Then closes Postgres. */
  async runWorker(worker: Worker, next: (worker: Worker) => Promise<void>): Promise<void> {
    try {
      const others = (await this.#opened?.begin()) ?? [];
      const running = Promise.all(others.map((other) => other.run().finally(() => shutDown(worker))));
      // A rejection is handled once the Worker has stopped.
      running.catch(() => undefined);
      await next(worker).finally(() => others.forEach(shutDown));
      await running;
    } finally {
      await this.close();
    }
  }

  /** Call this only for a Worker that never runs. */
  async close(): Promise<void> {
    await this.#opened?.closers.closeAll();
  }

  #findEncryption(): EncryptionOptions | undefined {
    const { encryption, project } = this.#options;
    return encryption ?? readConfig().encryption ?? project?.encryption;
  }

  /** Reads the keys later: the SDK configures clients synchronously, but a command may supply the keys. */
  #clientConverter(): DataConverter {
    const encryption = this.#findEncryption();
    if (!encryption) return clientDataConverter(undefined);
    const readKeys = openOnce(async () => createPayloadCodec(await readKeyRing(encryption)));
    const late: PayloadCodec = {
      encode: async (...input) => (await readKeys()).encode(...input),
      decode: async (...input) => (await readKeys()).decode(...input),
    };
    return { payloadCodecs: [late] };
  }
}

function shutDown(worker: Worker): void {
  if (worker.getState() === 'RUNNING') worker.shutdown();
}

const MARK = '/workflows/conversation/conversation.';

async function checkBundle({ workflowBundle }: Pick<WorkerOptions, 'workflowBundle'>): Promise<void> {
  if (!workflowBundle) return;
  const code =
    'code' in workflowBundle ? workflowBundle.code : await readFile(workflowBundle.codePath, 'utf8');
  if (!code.includes(MARK))
    throw new Error(
      "The 'workflowBundle' lacks Threadline's Workflows: pass the plugin in 'plugins' of bundleWorkflowCode",
    );
}
