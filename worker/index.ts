import { Worker, type WorkerOptions } from '@temporalio/worker';
import type { ThreadlinePluginOptions } from './plugin/open-plugin.js';
import { ThreadlinePlugin } from './plugin/threadline-plugin.js';

export { renderMetrics } from '../telemetry/metrics/metric-registry.js';
export { ThreadlinePlugin, type ThreadlinePluginOptions };

/** Creates a Worker with your options and Threadline's. The caller runs it. */
export async function createThreadlineWorker(
  options: ThreadlinePluginOptions & { worker: WorkerOptions },
): Promise<Worker> {
  const { worker, ...rest } = options;
  const plugin = new ThreadlinePlugin(rest);
  try {
    return await Worker.create({ ...worker, plugins: [...(worker.plugins ?? []), plugin] });
  } catch (error) {
    await plugin.close();
    throw error;
  }
}
