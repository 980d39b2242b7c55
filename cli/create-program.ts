import type { Command } from 'commander';
import { askCommand } from './commands/ask.js';
import { chatCommand } from './commands/chat.js';
import { clearCommand } from './commands/clear.js';
import { countCommand } from './commands/count.js';
import { devCommand } from './commands/dev.js';
import { doctorCommand } from './commands/doctor.js';
import { executionsCommand } from './commands/executions.js';
import { explainCommand } from './commands/explain.js';
import { flowsCommand } from './commands/flows.js';
import { forgetCommand } from './commands/forget.js';
import { historyCommand } from './commands/history.js';
import { migrateCommand } from './commands/migrate.js';
import { planCommand } from './commands/plan.js';
import { recallCommand } from './commands/recall.js';
import { replayCommand } from './commands/replay.js';
import { runCommand } from './commands/run.js';
import { threadsCommand } from './commands/threads.js';
import { trajectoryCommand } from './commands/trajectory.js';
import { workerCommand } from './commands/worker.js';
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
