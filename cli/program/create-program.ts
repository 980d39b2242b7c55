import type { Command } from 'commander';
import { askCommand } from '../ask/ask-command.js';
import { chatCommand } from '../chat/chat-command.js';
import { clearCommand } from '../chat/clear-command.js';
import { countCommand } from '../count/count-command.js';
import { devCommand } from '../dev/dev-command.js';
import { doctorCommand } from '../doctor/doctor-command.js';
import { executionsCommand } from '../executions/executions-command.js';
import { explainCommand } from '../explain/explain-command.js';
import { flowsCommand } from '../flows/flows-command.js';
import { forgetCommand } from '../forget/forget-command.js';
import { historyCommand } from '../history/history-command.js';
import { migrateCommand } from '../migrate/migrate-command.js';
import { planCommand } from '../plan/plan-command.js';
import { recallCommand } from '../recall/recall-command.js';
import { replayCommand } from '../replay/replay-command.js';
import { runCommand } from '../run/run-command.js';
import { threadsCommand } from '../threads/threads-command.js';
import { trajectoryCommand } from '../trajectory/trajectory-command.js';
import { workerCommand } from '../worker/worker-command.js';
import { newGroup } from './new-command.js';
import { readVersion } from './version.js';

/** The `threadline` command with all below it. Parsing throws a CommanderError for a wrong use. */
export function createProgram(): Command {
  const program = newGroup('threadline', 'Durable LLM chats and agent workflows on Temporal.').version(
    readVersion(),
    '-V, --version',
    'show the version',
  );
  // `--version` of a command below is its own.
  program.enablePositionalOptions();
  const commands = [
    devCommand(),
    chatCommand(),
    askCommand(),
    runCommand(),
    historyCommand(),
    clearCommand(),
    threadsCommand(),
    forgetCommand(),
    flowsCommand(),
    executionsCommand(),
    explainCommand(),
    trajectoryCommand(),
    countCommand(),
    planCommand(),
    recallCommand(),
    workerCommand(),
    migrateCommand(),
    doctorCommand(),
    replayCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  return program;
}
