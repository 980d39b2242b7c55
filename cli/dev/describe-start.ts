import { MODEL_VARIABLES } from '../../models/choose-model.js';
import { formatFacts } from '../format/format-table.js';
import type { Style } from '../format/style.js';
import type { LoadedProject } from '../project/load-project.js';

/** What `dev` has to tell when it is ready. */
export interface DevFacts {
  version: string;
  loaded: LoadedProject;
  temporal: { address: string; uiUrl?: string | undefined };
  /** Host, port and database; never the password. */
  postgres: string;
  workerUrl: string;
  workerLog: string;
  conversationId: string;
  conversationPage: string | undefined;
}

/** The page of a Workflow in Temporal's UI, which shows its latest run. */
export function workflowPage(input: { uiUrl: string; namespace: string; workflowId: string }): string {
  const { uiUrl, namespace, workflowId } = input;
  return `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
}

/** The lines that `dev` shows once everything runs. */
export function describeStart(facts: DevFacts, style: Style): string {
  const { temporal } = facts;
  const page = facts.conversationPage === undefined ? '' : `\n${facts.conversationPage}`;
  return [
    style.bold(`Threadline ${facts.version}`),
    formatFacts(
      [
        ...describeProject(facts.loaded),
        ['Temporal', `${temporal.address}${temporal.uiUrl === undefined ? '' : `, UI at ${temporal.uiUrl}`}`],
        ['Postgres', facts.postgres],
        ['Worker', `health and metrics at ${facts.workerUrl}, log in ${facts.workerLog}`],
        ['Chat', `${facts.conversationId}${page}`],
      ],
      style,
    ),
  ].join('\n');
}

/** Which model answers and why, or whose flows run. */
export function describeProject(loaded: LoadedProject): [name: string, value: string][] {
  if (loaded.kind === 'own') {
    const flows = loaded.project.flows.map((flow) => flow.slug).join(', ');
    return [['Project', `${loaded.file} with ${flows}`]];
  }
  const { model, reason } = loaded.chosen;
  const lines = [`${model} (${reason})`];
  if (model.startsWith('offline:'))
    lines.push(
      'This is the offline model, no language model: deterministic, it answers only from what it finds in',
      `the context. Set ${MODEL_VARIABLES} for a real one.`,
    );
  return [['Model', lines.join('\n')]];
}
