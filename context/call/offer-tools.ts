import type { CallInput } from './call-input.js';
import { countTools, type OfferedTool } from './call-model.js';

/** The tools that a call describes. */
export interface ToolOffer {
  /** As it is stored and sent; undefined: none are described. */
  json: string | undefined;
  /** Of the schema of an answer that is sent with them, too. */
  tokens: number;
  /** The model has tools to read what was cut or replaced by a pointer. */
  canRead: boolean;
}

/** Whether what is stored of a node's results may be read back by it. */
export function canReadBack({ node, tools }: Pick<CallInput, 'node' | 'tools'>): boolean {
  return node.readsArtifacts && tools.length > 0;
}

/** Puts together the tools of a call; `offersReaders`: those that read back what is stored are among them. */
export function offerTools(input: CallInput, { offersReaders }: { offersReaders: boolean }): ToolOffer {
  const { model, contents, isToolless } = input;
  // Anthropic wants the tools of earlier calls described, also where none may be called any more.
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

/** A schema that is sent as a setting costs what it would as a text. */
function countSchema({ output, model }: CallInput): number {
  return output?.isSent === true ? model.counters.countText(output.schemaJson) : 0;
}
