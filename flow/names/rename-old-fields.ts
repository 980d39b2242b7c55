import { isRecord } from '../../protocol/is-record.js';

/** A field that has an old name. */
export interface RenamedField {
  /** From the definition to the field, by its old name. */
  path: readonly (string | number)[];
  /** Its name now. */
  name: string;
}

/** Names that definitions of earlier versions have, by where they stand. */
const OLD_NAMES = {
  history: { message_characters: 'messageCharacters' },
  config: {
    delay_seconds: 'delaySeconds',
    expires_seconds: 'expiresSeconds',
    extra_config: 'extraConfig',
    flow_id: 'flowId',
    on_error: 'onError',
    on_refusal: 'onRefusal',
  },
  extraConfig: {
    context_window: 'contextWindow',
    conversation_memory: 'conversationMemory',
    input_source: 'inputSource',
    source_node_id: 'sourceNodeId',
    system_fallback: 'systemFallback',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/**
 * A definition of any origin with the names that fields have now, and which had an old one; it is not changed itself.
 * A field that is there by both names keeps them, because nobody knows which is meant.
 */
export function renameOldFields(definition: unknown): { definition: unknown; renamed: RenamedField[] } {
  const renamed: RenamedField[] = [];
  if (!isRecord(definition)) return { definition, renamed };
  const history = rename(definition.history, { names: OLD_NAMES.history, path: ['history'], renamed });
  const nodes = Array.isArray(definition.nodes)
    ? definition.nodes.map((node, index) => renameInNode(node, { index, renamed }))
    : definition.nodes;
  return renamed.length === 0
    ? { definition, renamed }
    : { definition: replace(definition, { history, nodes }), renamed };
}

/** A project names the fields of its own kinds of nodes itself, so they stay. */
function renameInNode(
  node: unknown,
  { index, renamed }: { index: number; renamed: RenamedField[] },
): unknown {
  if (!isRecord(node) || typeof node.kind !== 'string' || node.kind.startsWith('custom:')) return node;
  const path = ['nodes', index, 'config'];
  const config = rename(node.config, { names: OLD_NAMES.config, path, renamed });
  if (!isRecord(config)) return node;
  const extraConfig = rename(config.extraConfig, {
    names: OLD_NAMES.extraConfig,
    path: [...path, isRecord(node.config) && 'extraConfig' in node.config ? 'extraConfig' : 'extra_config'],
    renamed,
  });
  return replace(node, { config: replace(config, { extraConfig }) });
}

/** The value with its fields in their order, by their names now. */
function rename(
  value: unknown,
  {
    names,
    path,
    renamed,
  }: {
    names: Readonly<Record<string, string>>;
    path: readonly (string | number)[];
    renamed: RenamedField[];
  },
): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([old, field]) => {
      const name = Object.hasOwn(names, old) ? names[old] : undefined;
      if (name === undefined || Object.hasOwn(value, name)) return [old, field];
      renamed.push({ path: [...path, old], name });
      return [name, field];
    }),
  );
}

/** A copy with other values of fields that it has. */
function replace(value: Record<string, unknown>, fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, Object.hasOwn(fields, name) ? fields[name] : field]),
  );
}
