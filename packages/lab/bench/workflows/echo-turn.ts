import { proxyActivities } from '@temporalio/workflow';
import type { EchoActivities } from './echo-activities.js';

const { echo } = proxyActivities<EchoActivities>({ startToCloseTimeout: '10s' });

export async function echoTurn(text: string): Promise<string> {
  return echo(text);
}
