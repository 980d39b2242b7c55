import { Option, type Command } from 'commander';
import {
  newConversationCommand,
  parseOffset,
  parseWholeNumber,
  type ConversationOptions,
} from '../program/options.js';
import { noteCutOff } from '../format/note-cut-off.js';
import { createOutput } from '../format/output.js';

type HistoryOptions = ConversationOptions & {
  limit: number;
  before?: string;
  branch?: number;
  summaries?: boolean;
  standing?: boolean;
};

export function createHistoryCommand(): Command {
  return newConversationCommand('history', 'print the messages, newest last')
    .option('--limit <n>', 'most messages to print, 1 to 500', parseWholeNumber(500), 50)
    .option('--before <cursor>', 'the `next` of a page (--json), to print the page before it')
    .option('--branch <n>', "messages of a branch: 'threadline branches' lists them", parseOffset)
    .addOption(
      new Option(
        '--summaries',
        'summaries that replace older messages, each with these messages and its cost',
      ).conflicts(['before', 'branch', 'standing']),
    )
    .addOption(
      new Option('--standing', 'standing requests of the user, and their status').conflicts([
        'before',
        'branch',
        'limit',
      ]),
    )
    .action(async (options: HistoryOptions) => {
      const { withConversation } = await import('../system/open-conversation.js');
      const { formatHistory } = await import('./format-history.js');
      const output = createOutput(options);
      const { limit, before, branch } = options;
      await withConversation({ options }, async ({ conversation }) => {
        if (options.summaries === true) {
          const { formatSummaries } = await import('./format-summaries.js');
          const summaries = await conversation.summaries({ limit });
          output.result(summaries, () => formatSummaries(summaries, output.style));
          return noteCutOff(output, { shown: summaries.summaries.length, limit });
        }
        if (options.standing === true) {
          const { formatStanding } = await import('./format-standing.js');
          const requests = await conversation.standing();
          return output.result({ standing: requests }, () => formatStanding(requests, output.style));
        }
        const page = await conversation.history({ limit, before, branch });
        output.result(page, () => formatHistory(page.messages, output.style));
        if (page.next !== null && !output.isJson)
          output.note(output.noteStyle.dim(`Older messages: --before ${page.next}`));
      });
    });
}
