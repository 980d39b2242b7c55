import { InvalidArgumentError, type Command } from 'commander';
import type { Config } from '../../config.js';
import { EXECUTION_STATUSES, type ExecutionStatus } from '../../flow/execution/execution-status.js';
import type { ConversationKey } from '../../protocol/ids.js';
import { printable } from '../format/printable.js';
import { quoteForShell } from '../format/quote-for-shell.js';
import { newCommand } from './new-command.js';

export interface ConversationOptions {
  flow: string;
  user?: string;
  channel?: string;
  thread?: string;
  json?: boolean;
}

export const DEFAULT_FLOW = 'assistant';

export function newConversationCommand(name: string, description: string): Command {
  return newCommand(name, description)
    .option('--flow <slug>', 'flow to talk to', DEFAULT_FLOW)
    .option('--user <name>', 'owner of the conversation (default: THREADLINE_USER, else your login name)')
    .option('--channel <name>', 'name of a separate conversation with the flow')
    .option('--thread <id>', "a thread of the conversation: 'threadline threads list' shows them");
}

export function readConversationKey(config: Config, options: ConversationOptions): ConversationKey {
  const { flow, user = config.user, channel, thread } = options;
  return { flow, user, channel, thread };
}

/** For the shell; the flow only if it is not the default. */
export function formatConversationOptions({ flow, user, channel, thread }: ConversationOptions): string {
  const named = { flow: flow === DEFAULT_FLOW ? undefined : flow, user, channel, thread };
  return Object.entries(named)
    .flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${quoteForShell(printable(value))}`]))
    .join(' ');
}

export function parseWholeNumber(max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < 1 || number > max)
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}`);
    return number;
  };
}

/** 0 selects a free port. */
export function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port > 65_535)
    throw new InvalidArgumentError('It must be a port from 0 to 65535');
  return port;
}

export function parseOffset(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number, 0 or greater');
  return Number(value);
}

export function parseDollars(value: string): number {
  const amount = Number(value);
  if (!/^\d*\.?\d+$/.test(value) || amount <= 0 || amount > 1_000_000)
    throw new InvalidArgumentError('It must be an amount above 0, such as 0.50');
  return amount;
}

export function parseExecutionStatus(value: string): ExecutionStatus {
  const status = EXECUTION_STATUSES.find((candidate) => candidate === value);
  if (!status) throw new InvalidArgumentError(`It must be one of ${EXECUTION_STATUSES.join(', ')}`);
  return status;
}

export function collectPaths(path: string, before: readonly string[] = []): readonly string[] {
  return [...before, path];
}
