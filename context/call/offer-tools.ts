import type { CallInput } from './call-input.js';
import { countTools, type OfferedTool } from './to-call-model.js';

export interface ToolOffer {
  json: string | undefined;
  tokens: number;
  canRead: boolean;
}

export function canReadBack({ node, tools }: Pick<CallInput, 'node' | 'tools'>): boolean {
  return node.readsArtifacts && tools.length > 0;
}

export function offerTools(input: CallInput, { offersReaders }: { offersReaders: boolean }): ToolOffer {
  const { model, contents, isToolless } = input;
  // Anthropic rejects earlier tool calls whose tools are not described.
  const isDescribed = !isToolless || (model.grammar === 'anthropic' && contents.trace.length > 0);
  const own = new Set(input.tools.map(({ name }) => name));
  const isNew = ({ name }: OfferedTool): boolean => !own.has(name);
  const readers = offersReaders ? input.readers.filter(isNew) : [];
  const tools = isDescribed ? [...input.tools, ...input.finders.filter(isNew), ...readers] : [];
  return {
    json: tools.length === 0 ? undefined : JSON.stringify(tools),
    tokens: countTools(tools, model.counters) + countSchema(input),
    canRead: canReadBack(input),
  };
}

function countSchema({ output, model }: CallInput): number {
  return output?.isSent === true ? model.counters.countText(output.schemaJson) : 0;
}
