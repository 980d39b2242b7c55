import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { setTimeout as delay } from 'node:timers/promises';

/** Values of the enum `temporal.api.enums.v1.IndexedValueType`, whose CommonJS module cannot be imported by name. */
const TYPES = new Map([
  ['Text', 1],
  ['Keyword', 2],
  ['Int', 3],
  ['Double', 4],
  ['Bool', 5],
  ['Datetime', 6],
  ['KeywordList', 7],
]);
const GRPC_NOT_FOUND = 5;

interface EnsureNamespaceInput {
  readonly address: string;
  readonly namespace: string;
  readonly searchAttributes: Readonly<Record<string, string>>;
}

/** Creates namespace and search attributes. The dev server's own flags do so only in a new database. */
export async function ensureNamespace(input: EnsureNamespaceInput): Promise<void> {
  const { address, namespace } = input;
  const connection = await connectTo(address);
  try {
    await registerNamespace(connection, namespace);
    await addSearchAttributes(connection, input);
  } finally {
    await connection.close();
  }
}

export function validateSearchAttributes(searchAttributes: Readonly<Record<string, string>>): void {
  for (const [name, type] of Object.entries(searchAttributes)) {
    if (TYPES.has(type)) continue;
    throw new Error(
      `The search attribute '${name}' has the unknown type '${type}'; use one of ${[...TYPES.keys()].join(', ')}`,
    );
  }
}

export function connectTo(address: string): Promise<Connection> {
  return Connection.connect({ address, connectTimeout: '2s', channelArgs: { 'grpc.enable_http_proxy': 0 } });
}

async function registerNamespace({ workflowService }: Connection, namespace: string): Promise<void> {
  try {
    await workflowService.describeNamespace({ namespace });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: msToTs('1 day') });
  }
}

async function addSearchAttributes(
  { operatorService }: Connection,
  { namespace, searchAttributes }: EnsureNamespaceInput,
): Promise<void> {
  const { customAttributes } = await afterRegistration(() =>
    operatorService.listSearchAttributes({ namespace }),
  );
  const missing = Object.entries(searchAttributes).filter(([name]) => !(name in (customAttributes ?? {})));
  if (missing.length === 0) return;
  const added = Object.fromEntries(missing.map(([name, type]) => [name, TYPES.get(type) ?? 0]));
  await operatorService.addSearchAttributes({ namespace, searchAttributes: added });
}

/** Retries, because the server may need 10 s until it knows a new namespace. */
async function afterRegistration<T>(request: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!isNotFound(error) || Date.now() > deadline) throw error;
      await delay(100);
    }
  }
}

function isNotFound(error: unknown): boolean {
  return (error as { code?: unknown }).code === GRPC_NOT_FOUND;
}
