import type { AgentNode, FlowNode } from '../definition.js';

/** A place of a node with templates in it: a text, or whatever holds texts. */
export interface TemplatePlace {
  field: string;
  value: unknown;
  /** Whether a list or a sub-execution's data comes from it, so that a wrong one leaves nothing to do. */
  isInput: boolean;
}

/** Every place of a node where templates are filled in, in the order of its fields. Custom kinds fill in their own. */
export function templatesOf(node: FlowNode): readonly TemplatePlace[] {
  return placesOf(node).filter(({ value }) => value !== undefined);
}

function placesOf(node: FlowNode): TemplatePlace[] {
  switch (node.kind) {
    case 'model':
      return [text('prompt', node.config.prompt)];
    case 'agent':
      return [text('prompt', node.config.prompt), ...stepPlaces(node)];
    case 'categorizer':
      return [text('input', node.config.input)];
    case 'filter':
    case 'loop':
      return [{ ...text('over', node.config.over), isInput: true }];
    case 'template':
      return [text('template', node.config.template)];
    case 'wait':
      return typeof node.config.seconds === 'string' ? [text('seconds', node.config.seconds)] : [];
    case 'approval':
      return [text('prompt', node.config.prompt)];
    case 'reply':
      return [text('text', node.config.text)];
    default:
      return [];
  }
}

/** Of the steps around an agent's main loop the instructions are templates. */
function stepPlaces({ config: { queues } }: AgentNode): TemplatePlace[] {
  return (['pre', 'post'] as const).flatMap((queue) =>
    (queues?.[queue] ?? []).flatMap((step, index) =>
      typeof step === 'string' ? [text(`queues.${queue}[${index}]`, step)] : [],
    ),
  );
}

function text(field: string, value: unknown): TemplatePlace {
  return { field: `config.${field}`, value, isInput: false };
}
