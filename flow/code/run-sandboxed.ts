import { cutCharacters } from '../values/cut-characters.js';
import { expressionSources } from './expression-sources.js';
import { EVALUATION_MILLISECONDS, MAX_EXPRESSION_CHARACTERS, MEMORY_MEGABYTES } from './sandbox-limits.js';
import type { TurnRequest } from './fair-turns.js';
import { SandboxBusyError, sandbox } from './pool.js';
import type { TaskOutcome } from './sandbox.js';

const SHOWN_CHARACTERS = 300;
const NOBODY: TurnRequest = { line: ['', ''] };

export type SandboxedValue =
  { kind: 'value'; json: string; writes?: string } | { kind: 'problem'; problem: string };

/** Only compiles without data. Throws a `SandboxBusyError` or an aborted signal's reason. */
export async function runSandboxed(
  expression: string,
  dataJson?: string,
  request: TurnRequest = NOBODY,
): Promise<SandboxedValue> {
  if (expression.length > MAX_EXPRESSION_CHARACTERS)
    return {
      kind: 'problem',
      problem: `Expression has ${expression.length} characters; it may have ${MAX_EXPRESSION_CHARACTERS}`,
    };
  const outcome = await sandbox.run({ sources: expressionSources(expression), dataJson }, request);
  if (outcome.kind === 'unserved' || outcome.kind === 'over-limit') throw new SandboxBusyError(outcome);
  if (outcome.kind === 'computed' || outcome.kind === 'checked')
    throw new Error('An expression was evaluated as something else');
  return outcome.kind === 'value' ? outcome : { kind: 'problem', problem: explainOutcome(outcome) };
}

const LATE = `Expression takes more than ${EVALUATION_MILLISECONDS} ms; make it do less`;

/** The engine throws a `SyntaxError` for too deeply nested code. */
const ENGINE_ERRORS: ReadonlySet<string> = new Set(['InternalError', 'SyntaxError']);
const ENGINE_WORDS: Readonly<Record<string, string>> = {
  interrupted: LATE,
  'out of memory': `Expression and its data need more than ${MEMORY_MEGABYTES} MB; make them smaller`,
  'stack overflow': 'Expression calls itself too deeply; use a loop',
};

function explainOutcome(
  outcome: Exclude<TaskOutcome, { kind: 'value' | 'computed' | 'checked' | 'unserved' | 'over-limit' }>,
): string {
  if (outcome.kind === 'late') return LATE;
  if (outcome.kind === 'broken')
    return `Expression broke its sandbox: '${shown(outcome.message)}'; make it simpler`;
  const { name, message } = outcome;
  const isEngine = ENGINE_ERRORS.has(name) && Object.hasOwn(ENGINE_WORDS, message);
  return (
    (isEngine ? ENGINE_WORDS[message] : undefined) ??
    `Expression fails with '${shown(`${name}: ${message}`)}'`
  );
}

function shown(text: string): string {
  return cutCharacters(text, SHOWN_CHARACTERS).toWellFormed();
}
