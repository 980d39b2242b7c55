import { InvalidArgumentError, type Command } from 'commander';
import type { Config } from '../../config.js';
import { EXECUTION_STATUSES, type ExecutionStatus } from '../../flow/execution/status.js';
import type { ConversationKey } from '../../protocol/ids.js';

/** Options of the commands that speak with one conversation. */
export interface ConversationOptions {
  flow: string;
  user?: string;
  channel?: string;
  /** Id of a sub-thread of the conversation. */
  thread?: string;
  json?: boolean;
}

/** The flow that is talked to when a command is not told. */
export const DEFAULT_FLOW = 'assistant';

/** Adds the options that name a conversation. */
export function addConversationOptions(command: Command): Command {
  return command
    .option('--flow <slug>', 'flow to talk to', DEFAULT_FLOW)
    .option('--user <name>', 'whose conversation it is (default: THREADLINE_USER, else your login name)')
    .option('--channel <name>', 'another conversation of the same user and flow')
    .option(
      '--thread <id>',
      "a thread that hangs on one of its messages: 'threadline threads list' shows them",
    );
}

/** The conversation that the options name. */
export function conversationKey(config: Config, options: ConversationOptions): ConversationKey {
  const { flow, user = config.user, channel, thread } = options;
  return {
    flow,
    user,
    ...(channel !== undefined && { channel }),
    ...(thread !== undefined && { thread }),
  };
}

/** Reads a whole number from 1 to `max`; for an option's value. */
export function wholeNumber(max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < 1 || number > max)
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}`);
    return number;
  };
}

/** Reads a place in a text, from 0; for an option's value. */
export function offset(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number from 0');
  return Number(value);
}

/** Reads an amount of US dollars above zero; for an option's value. */
export function dollars(value: string): number {
  const amount = Number(value);
  if (!/^\d*\.?\d+$/.test(value) || amount <= 0 || amount > 1_000_000)
    throw new InvalidArgumentError('It must be an amount above 0, such as 0.50');
  return amount;
}

/** Reads the state of an execution; for an option's value. */
export function executionStatus(value: string): ExecutionStatus {
  const status = EXECUTION_STATUSES.find((candidate) => candidate === value);
  if (status === undefined)
    throw new InvalidArgumentError(`It must be one of ${EXECUTION_STATUSES.join(', ')}`);
  return status;
}
