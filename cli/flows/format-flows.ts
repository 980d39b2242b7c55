import type { FlowProblem } from '../../flow/validation/flow-problem.js';
import type { FlowView } from '../../store/flows/flow-views.js';
import type { FlowVersionView } from '../../views/flow.js';
import { formatFacts, formatTable } from '../format/format-table.js';
import { oneLine } from '../format/printable.js';
import type { Style } from '../format/style.js';

export function formatFlows(flows: readonly FlowView[], style: Style): string {
  return formatTable({ rows: flows, style }, [
    { header: 'SLUG', value: ({ slug }) => slug },
    { header: 'ID', align: 'right', value: ({ id }) => String(id) },
    { header: 'VERSION', align: 'right', value: ({ currentVersion }) => String(currentVersion) },
    { header: 'VERSIONS', align: 'right', value: ({ versions }) => String(versions) },
    { header: 'NODES', align: 'right', value: ({ nodes }) => String(nodes) },
    { header: 'RUNNING', align: 'right', value: ({ running }) => String(running) },
    { header: 'NAME', value: ({ name }) => oneLine(name) },
  ]);
}

export function formatFlow(flow: FlowVersionView, style: Style): string {
  const { definition, version, isCurrent, hash, createdAt } = flow;
  const { nodes, edges, name, description } = definition;
  const facts: [string, string][] = [
    ['Flow', flow.slug],
    ['Name', oneLine(name)],
    ['Version', `${version}${isCurrent ? ', current' : ''}`],
    ['Stored', createdAt.toISOString()],
    ['Hash', hash],
  ];
  if (description !== undefined) facts.splice(2, 0, ['About', oneLine(description)]);
  const nodeTable = formatTable({ rows: nodes, style }, [
    { header: 'NODE', value: ({ id }) => id },
    { header: 'KIND', value: ({ kind }) => kind },
    { header: 'LABEL', value: ({ label }) => oneLine(label ?? '-') },
  ]);
  const edgeTable = formatTable({ rows: edges, style }, [
    { header: 'FROM', value: ({ from }) => from },
    { header: 'TO', value: ({ to }) => to },
    { header: 'TAKEN', value: ({ route, on }) => describeTaken(route, on) },
  ]);
  return [formatFacts(facts, style), nodeTable, ...(edges.length === 0 ? [] : [edgeTable])].join('\n\n');
}

function describeTaken(route: string | undefined, on: string | undefined): string {
  if (route !== undefined) return `route ${route}`;
  return on === undefined ? '-' : `on ${on}`;
}

export function formatProblems(problems: readonly FlowProblem[], style: Style): string {
  return problems
    .map(({ severity, message }) => {
      const word = severity === 'error' ? style.red('error') : style.yellow('warning');
      return `${word}: ${oneLine(message)}`;
    })
    .join('\n');
}
