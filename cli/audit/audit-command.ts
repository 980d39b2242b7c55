import type { Command } from 'commander';
import type { AuditEntry } from '../../store/audit/audit-log.js';
import { formatTable } from '../format/format-table.js';
import { noteCutOff } from '../format/note-cut-off.js';
import { createOutput } from '../format/output.js';
import { printable } from '../format/printable.js';
import { newCommand } from '../program/new-command.js';
import { parseWholeNumber } from '../program/options.js';

const MORE = `
Actions: read.* (of another user's data), answer, push, rerun, change.text, withdraw, merge, fork, share,
share.revoke, forget, forget.thread, forget.conversation, forget.memory, flow.change, flow.try, key.create,
key.revoke. The actor of a command is the login name. Entries have ids and no texts; a changed
input of a tool call is read from its execution, where that still exists.`;

interface AuditOptions {
  actor?: string;
  user?: string;
  action?: string;
  days?: number;
  limit: number;
  json?: boolean;
}

export function createAuditCommand(): Command {
  return newCommand('audit', 'list the audit log, newest entries first')
    .option('--actor <name>', 'only of this actor')
    .option('--user <name>', "only about this user's data")
    .option('--action <name>', 'only this action; read.* includes all that begin with read.')
    .option('--days <number>', 'only entries of the last <number> days', parseWholeNumber(36_500))
    .option('--limit <number>', 'most entries to list', parseWholeNumber(10_000), 50)
    .addHelpText('after', MORE)
    .action(async (options: AuditOptions) => {
      const { readConfig } = await import('../../config.js');
      const { findDatabase } = await import('../system/find-system.js');
      const { withDatabase } = await import('../system/open-client.js');
      const { listAuditEntries } = await import('../../store/audit/audit-log.js');
      const { user: owner, actor, action, days, limit } = options;
      const entries = await withDatabase(findDatabase(readConfig()), (db) =>
        listAuditEntries(db, { owner, actor, action, days, limit }),
      );
      const output = createOutput(options);
      output.result(entries, () =>
        entries.length === 0
          ? 'No entries'
          : formatTable({ rows: entries }, [
              { header: 'AT', value: ({ at }) => `${at.toISOString().slice(0, 19)}Z` },
              { header: 'ACTOR', value: ({ actor }) => actor },
              { header: 'VIA', value: ({ via }) => via },
              { header: 'ACTION', value: ({ action }) => action },
              { header: 'OWNER', value: ({ owner }) => owner ?? '-' },
              { header: 'OUTCOME', value: ({ outcome }) => outcome },
              { header: 'TARGET', value: ({ target }) => target },
              { header: 'CHANGED INPUT', value: ({ change }) => formatChange(change) },
            ]),
      );
      noteCutOff(output, { shown: entries.length, limit });
    });
}

function formatChange(change: AuditEntry['change']): string {
  if (!change) return '-';
  return printable(`${JSON.stringify(change.input)} → ${JSON.stringify(change.changedInput)}`);
}
