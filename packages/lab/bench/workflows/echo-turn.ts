import { proxyActivities } from '@temporalio/workflow';
import type { EchoActivities } from '../turn/echo-activities.js';

const { echo } = proxyActivities<EchoActivities>({ startToCloseTimeout: '10s' });

/** The minimum for a turn with a model call. */
export async function echoTurn(text: string): Promise<string> {
  return echo(text);
}
