import { isAbsolute, relative, resolve } from 'node:path';
import { resolveDataDir } from '../../config.js';
import { redactSecrets } from '../../protocol/redact-secrets.js';
import { oneLine } from '../format/printable.js';

const MAX_CHARACTERS = 2_000;

/** A single line without secrets, never empty. */
export function describeError(error: unknown): string {
  const words = describeCoded(error) ?? describeFile(error) ?? `${describePlain(error)}${findRemedy(error)}`;
  return oneLine(redactSecrets(words), MAX_CHARACTERS);
}

function findRemedy(error: unknown): string {
  const isCursor = error instanceof Error && 'type' in error && error.type === 'Client.InvalidCursor';
  return isCursor ? ": take it from 'next' of a page with --json" : '';
}

/** Adds the setting and the fix, which these errors lack. */
function describeCoded(error: unknown): string | undefined {
  // A deeper cause comes from a model's server, not from Postgres.
  const found = findCoded(error) ?? (error instanceof Error ? findCoded(error.cause) : undefined);
  if (!found) return undefined;
  const { code, message } = found;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ENOTFOUND':
    case 'EHOSTUNREACH':
    case 'ETIMEDOUT':
    case 'EAI_AGAIN':
      return `Postgres cannot be reached at '${formatAddress(found)}' (${code}): start it, or correct DATABASE_URL`;
    case '28P01':
    case '28000':
      return `Postgres rejected the user or password (${message}): correct DATABASE_URL`;
    case '3D000':
      return `The database does not exist (${message}): create it, or correct DATABASE_URL`;
    case '42501':
      return `Postgres denied permission (${message}): correct the role in DATABASE_URL. 'migrate' needs the owner of the tables, '--roles' also the right to create roles, other commands the role threadline_worker`;
    case '42P01':
    case '42703':
      return `The database schema is outdated (${message}): run 'threadline migrate'`;
    case '57P01':
    case '57P03':
      return `Postgres is starting or stopping (${message}): try again in a moment`;
    default:
      return undefined;
  }
}

function describeFile(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return undefined;
  const { code, path } = error;
  if (typeof path !== 'string') return undefined;
  const isFolderMade = 'syscall' in error && error.syscall === 'mkdir';
  const remedy = isDataPath(path) ? ', or name another folder with THREADLINE_DATA_DIR' : '';
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Permission denied for '${path}' (${code}): change its permissions${remedy}`;
    case 'EEXIST':
    case 'ENOENT':
    case 'ENOTDIR':
      return isFolderMade
        ? `Folder '${path}' cannot be created (${code}): rename what is in its place${remedy}`
        : undefined;
    default:
      return undefined;
  }
}

function isDataPath(path: string): boolean {
  const between = relative(resolveDataDir(), resolve(path));
  return !between.startsWith('..') && !isAbsolute(between);
}

type CodedError = Error & { code: string; address?: unknown; port?: unknown; hostname?: unknown };

/** A host with several addresses causes an AggregateError. */
function findCoded(error: unknown): CodedError | undefined {
  if (!(error instanceof Error)) return undefined;
  const isTelling = 'address' in error || 'hostname' in error || 'severity' in error;
  if ('code' in error && typeof error.code === 'string' && isTelling) return error as CodedError;
  if (error instanceof AggregateError)
    return error.errors.map(findCoded).find((found) => found !== undefined);
  return undefined;
}

function formatAddress({ address, hostname, port }: CodedError): string {
  const host = String(address ?? hostname ?? 'its address');
  return port === undefined ? host : `${host}:${String(port)}`;
}

function describePlain(error: unknown): string {
  if (!(error instanceof Error)) return String(error) || 'Unknown error';
  // Shows the cause, because Temporal wraps it in a generic error.
  const isWrapper =
    /^(WorkflowFailedError|WorkflowUpdateFailedError|ActivityFailure|ServiceError|TransportError)$/;
  const cause = isWrapper.test(error.name) && error.cause instanceof Error ? error.cause : undefined;
  if (cause && error.name !== 'ServiceError') return describePlain(cause);
  const details = cause && 'details' in cause ? String(cause.details) : '';
  // gRPC prefixes its status, as in '5 NOT_FOUND: workflow not found'.
  const words = error.message.replace(/^\d+ [A-Z_]+: /, '');
  const message = details === '' ? words : `${words}: ${details}`;
  return message.trim() === '' ? error.name : message;
}
