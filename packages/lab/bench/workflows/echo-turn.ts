import { proxyActivities } from '@temporalio/workflow';
import type { EchoActivities } from '../turn/echo-activities.js';

const { echo } = proxyActivities<EchoActivities>({ startToCloseTimeout: '10s' });

/** One regular Activity that does nothing: the least that a turn with a model call can be. */
export async function echoTurn(text: string): Promise<string> {
  return echo(text);
}
