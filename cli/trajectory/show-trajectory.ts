import { toSeenJson } from '../../protocol/unseen-characters.js';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AgentTrajectory, Trajectory } from '../../views/trajectory.js';
import { readConfig } from '../../config.js';
import { prune } from '../../trajectory/graph/prune.js';
import type { AgentView } from '../../trajectory/render/agent-drawings.js';
import { toDot } from '../../trajectory/render/to-dot.js';
import { toHtml } from '../../trajectory/render/to-html.js';
import { toMermaid } from '../../trajectory/render/to-mermaid.js';
import { listTouched, type AgentTouchedRow } from '../../trajectory/touched/touched.js';
import { usageError } from '../program/command-error.js';
import { formatMessages, formatTrajectory } from './format-trajectory.js';
import { oneLine } from '../format/printable.js';
import { createStyle, type Style } from '../format/style.js';
import { withExecution } from '../executions/with-execution.js';
import type { Output } from '../format/output.js';
import { findTrajectoryFolder } from '../project/find-trajectory-folder.js';
import type { TrajectoryFormat } from './trajectory-formats.js';
import { formatTable } from '../format/format-table.js';

export interface TrajectoryOptions {
  pruned?: boolean;
  format: TrajectoryFormat;
  touched?: boolean;
  round?: number;
  subAgent?: string;
  last?: number;
  out?: string;
}

const TOUCHED_ROUNDS = 1_000;

export async function showTrajectory(
  input: TrajectoryOptions & { id: string },
  output: Output,
): Promise<void> {
  const { touched = false, format } = input;
  if (touched && format !== 'outline' && format !== 'json')
    throw usageError(`--touched supports only json and the default format, not '${format}'`);
  if (output.isJson && format !== 'outline' && format !== 'json')
    throw usageError(`--json and --format ${format} exclude each other`);
  const { id, round, subAgent, last = touched ? TOUCHED_ROUNDS : undefined } = input;
  const config = readConfig();
  const folder = await findTrajectoryFolder(config);
  const found = await withExecution(
    id,
    (executions, executionId) => executions.trajectory(executionId, { round, subAgent, last }),
    { ...config, trajectoryFolder: folder },
  );
  for (const warning of found.warnings) output.note(output.noteStyle.yellow(`Warning: ${oneLine(warning)}`));
  if (found.agents.length === 0 && !output.isJson)
    output.note(`'${oneLine(id)}' has no trajectory here: no agent has answered, or the rounds were removed`);
  const shown = input.pruned
    ? {
        ...found,
        agents: found.agents.map((agent) => ({ ...agent, view: { ...agent.view, ...prune(agent.view) } })),
      }
    : found;
  const value = touched ? listTouched(shown.agents) : shown;
  const textIn = (style: Style): string =>
    Array.isArray(value) ? renderTouched(value, { format, style }) : render(value, { format, style });
  const file = chooseFile(input, output);
  if (file === undefined) return output.result(value, () => textIn(output.style));
  await writeFile(file, output.isJson ? `${toSeenJson(value)}\n` : textIn(createStyle(false)));
  output.result({ file }, () => `Wrote ${file}`);
}

interface Rendering {
  format: TrajectoryFormat;
  style: Style;
}

function renderTouched(rows: readonly AgentTouchedRow[], { format, style }: Rendering): string {
  if (format === 'json') return toSeenJson(rows, 2);
  return rows.length === 0 ? 'The agents touched nothing' : formatTouched(rows, style);
}

/** By default, writes HTML to a file instead of a terminal, which would show its source. */
function chooseFile({ out, format }: TrajectoryOptions, { isJson }: Output): string | undefined {
  if (out !== undefined) return resolve(out);
  return format === 'html' && process.stdout.isTTY && !isJson ? resolve('trajectory.html') : undefined;
}

function render(found: Trajectory, { format, style }: Rendering): string {
  const { session, agents } = found;
  switch (format) {
    case 'outline':
      return formatTrajectory(agents, style);
    case 'json':
      return toSeenJson(found, 2);
    case 'mermaid':
      return toMermaid(toAgentViews(agents)).trimEnd();
    case 'dot':
      return toDot(toAgentViews(agents)).trimEnd();
    case 'html':
      return toHtml({ title: session, agents });
    case 'text':
      return formatMessages(agents);
  }
}

function toAgentViews(agents: readonly AgentTrajectory[]): AgentView[] {
  return agents.map(({ subAgent, view }) => ({ name: subAgent, view }));
}

const DESCRIPTION_CHARACTERS = 80;

function formatTouched(rows: readonly AgentTouchedRow[], style: Style): string {
  const hasAgents = new Set(rows.map(({ subAgent }) => subAgent)).size > 1;
  return formatTable({ rows, style }, [
    ...(hasAgents ? [{ header: 'AGENT', value: ({ subAgent }: { subAgent: string }) => subAgent }] : []),
    { header: 'TYPE', value: ({ type }) => type },
    { header: 'NAME', value: ({ name }) => name },
    { header: 'HOW', value: ({ how }) => how },
    { header: 'USES', align: 'right', value: ({ uses }) => String(uses) },
    {
      header: 'ROUNDS',
      value: ({ firstRound, lastRound }) =>
        firstRound === lastRound ? String(lastRound) : `${firstRound}-${lastRound}`,
    },
    {
      header: 'DESCRIPTION',
      value: ({ description }) => oneLine(description ?? '', DESCRIPTION_CHARACTERS),
    },
  ]);
}
