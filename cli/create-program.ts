import type { Command } from 'commander';
import { createAskCommand } from './ask/ask-command.js';
import { createAuditCommand } from './audit/audit-command.js';
import { createBranchesCommand } from './branches/branches-command.js';
import { createEditCommand } from './branches/edit-command.js';
import { createForkCommand } from './branches/fork-command.js';
import { createRegenerateCommand } from './branches/regenerate-command.js';
import { createSwitchCommand } from './branches/switch-command.js';
import { createChatCommand } from './chat/chat-command.js';
import { createClearCommand } from './clear/clear-command.js';
import { createCodecCommand } from './codec/codec-command.js';
import { createCountCommand } from './count/count-command.js';
import { createDevCommand } from './dev/dev-command.js';
import { createDoctorCommand } from './doctor/doctor-command.js';
import { createDownloadCommand } from './download/download-command.js';
import { createApprovalsCommand } from './approvals/approvals-command.js';
import { createExecutionsCommand } from './executions/executions-command.js';
import { createExplainCommand } from './explain/explain-command.js';
import { createFlowsCommand } from './flows/flows-command.js';
import { createForgetCommand } from './forget/forget-command.js';
import { createHealthCommand } from './health/health-command.js';
import { createHistoryCommand } from './history/history-command.js';
import { createInitCommand } from './init/init-command.js';
import { createKeysCommand } from './keys/keys-command.js';
import { createMcpCommand } from './mcp/mcp-command.js';
import { createMigrateCommand } from './migrate/migrate-command.js';
import { createPlanCommand } from './plan/plan-command.js';
import { createRecallCommand } from './recall/recall-command.js';
import { createDropCommand } from './redo/drop-command.js';
import { createRetryCommand } from './redo/retry-command.js';
import { createReplayCommand } from './replay/replay-command.js';
import { createRetentionCommand } from './retention/retention-command.js';
import { createRetryCallCommand } from './retry-call/retry-call-command.js';
import { createBacktestCommand } from './backtest/backtest-command.js';
import { createRunCommand } from './run/run-command.js';
import { createServeCommand } from './serve/serve-command.js';
import { createThreadsCommand } from './threads/threads-command.js';
import { createTrajectoryCommand } from './trajectory/trajectory-command.js';
import { createWorkerCommand } from './worker/worker-command.js';
import { newGroup } from './program/new-command.js';
import { readVersion } from './program/version.js';

export function createProgram(): Command {
  const program = newGroup('threadline', 'Durable LLM chats and agent workflows on Temporal.').version(
    readVersion(),
    '-V, --version',
    'show the version',
  );
  // A subcommand may have its own `--version`.
  program.enablePositionalOptions();
  const commands = [
    createInitCommand(),
    createDevCommand(),
    createChatCommand(),
    createAskCommand(),
    createRunCommand(),
    createRetryCommand(),
    createDropCommand(),
    createRegenerateCommand(),
    createEditCommand(),
    createBranchesCommand(),
    createSwitchCommand(),
    createForkCommand(),
    createHistoryCommand(),
    createDownloadCommand(),
    createClearCommand(),
    createThreadsCommand(),
    createForgetCommand(),
    createAuditCommand(),
    createRetentionCommand(),
    createFlowsCommand(),
    createExecutionsCommand(),
    createApprovalsCommand(),
    createExplainCommand(),
    createRetryCallCommand(),
    createBacktestCommand(),
    createTrajectoryCommand(),
    createCountCommand(),
    createPlanCommand(),
    createRecallCommand(),
    createWorkerCommand(),
    createServeCommand(),
    createKeysCommand(),
    createMcpCommand(),
    createCodecCommand(),
    createMigrateCommand(),
    createHealthCommand(),
    createDoctorCommand(),
    createReplayCommand(),
  ];
  for (const command of commands) program.addCommand(command);
  return program;
}
