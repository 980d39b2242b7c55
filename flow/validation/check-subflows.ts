import type { SubflowConfig } from '../kinds/subflow.js';
import { nodesOfKind, type FlowGraph } from './flow-graph.js';
import type { FlowProblem } from './flow-problem.js';
import { cut } from '../values/shown.js';
import { suggestion } from './suggestion.js';

const SOURCES: readonly string[] = ['last_message', 'node_output'];

export function checkSubflows(graph: FlowGraph): FlowProblem[] {
  return nodesOfKind(graph, 'subflow').flatMap(({ id, config }) => {
    const named = config.flow !== undefined || config.flowId !== undefined;
    const withoutFlow: FlowProblem = {
      severity: 'error',
      node: id,
      field: 'config.flow',
      message: `Node '${cut(id)}' has neither field 'config.flow' nor 'config.flowId'; name the flow that it runs`,
    };
    return [...(named ? [] : [withoutFlow]), ...sourceProblems(graph, { id, config })];
  });
}

function sourceProblems(
  graph: FlowGraph,
  { id, config: { extraConfig = {} } }: { id: string; config: SubflowConfig },
): FlowProblem[] {
  const { inputSource: input, sourceNodeId: source } = extraConfig;
  const toProblem = (severity: FlowProblem['severity'], field: string, text: string): FlowProblem => {
    return { severity, node: id, field, message: `Node '${cut(id)}' ${text}` };
  };
  const [inputField, sourceField] = ['config.extraConfig.inputSource', 'config.extraConfig.sourceNodeId'];
  if (source !== undefined && !graph.byId.has(source)) {
    const meant = suggestion(source, [...graph.byId.keys()]);
    const text = `has '${cut(source)}' in field '${sourceField}', but that node does not exist${meant}; name a node`;
    return [toProblem('error', sourceField, text)];
  }
  if (input !== undefined && !SOURCES.includes(input)) {
    const text = `has '${cut(input)}' in field '${inputField}', which results in an empty text; it should be 'last_message' or 'node_output'`;
    return [toProblem('warning', inputField, text)];
  }
  if (input !== 'node_output' || source !== undefined) return [];
  const text = `has no field '${sourceField}', which results in an empty text; name the node whose output to use`;
  return [toProblem('warning', sourceField, text)];
}
