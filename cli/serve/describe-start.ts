import { formatFacts } from '../format/format-table.js';
import type { Style } from '../format/style.js';
import { describeProject } from '../project/describe-project.js';
import type { EndedServer } from '../../servers/index.js';
import type { LoadedProject } from '../project/load-project.js';

interface DevFacts {
  version: string;
  loaded: LoadedProject;
  temporal: { address: string; uiUrl?: string | undefined };
  postgres: string;
  workerUrl: string;
  workerLog: string;
  studio: string;
  hasKey: boolean;
  conversationId: string;
  conversationPage: string | undefined;
}

const NO_PASSWORD = 'has no password: every user of this machine can read and write chats';

const KEY_IN_ADDRESS = 'the chats in a browser; the address contains your key, so keep it secret';
const KEY_IN_FILE = "the chats in a browser; the key is in the file 'gateway-key' of the data folder";

export function workflowPage(input: { uiUrl: string; namespace: string; workflowId: string }): string {
  return `${workflowsPage(input)}/${encodeURIComponent(input.workflowId)}`;
}

export function workflowsPage({ uiUrl, namespace }: { uiUrl: string; namespace: string }): string {
  return `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows`;
}

export function describeEnded({ name, logFile }: EndedServer): string {
  return `${name} exited and is being restarted with its data; its log is ${logFile}`;
}

export function describeStart(facts: DevFacts, style: Style): string {
  const { temporal } = facts;
  const page = facts.conversationPage === undefined ? '' : `\n${facts.conversationPage}`;
  return [
    style.bold(`Threadline ${facts.version}`),
    formatFacts(
      [
        ...describeProject(facts.loaded),
        [
          'Temporal',
          `${temporal.address}${temporal.uiUrl === undefined ? '' : `, UI at ${temporal.uiUrl}`}\n${NO_PASSWORD}`,
        ],
        ['Postgres', facts.postgres],
        ['Worker', `health and metrics at ${facts.workerUrl}, log in ${facts.workerLog}`],
        ['Studio', `${facts.studio}\n${facts.hasKey ? KEY_IN_ADDRESS : KEY_IN_FILE}`],
        ['Chat', `${facts.conversationId}${page}`],
      ],
      style,
    ),
  ].join('\n');
}
