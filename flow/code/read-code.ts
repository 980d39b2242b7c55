import { parse, type Program } from 'acorn';
import { cutCharacters } from '../values/cut-characters.js';
import { expressionSources } from './expression-sources.js';
import { codePaths, type CodePath } from './code-paths.js';
import { returnsPromise } from './returns-promise.js';

const SHOWN_CHARACTERS = 200;

interface CodeFacts {
  paths: readonly CodePath[];
  isPromise?: true;
}

export function readCode(expression: string): CodeFacts | { problem: string } {
  let problem = 'it is empty';
  if (expression.trim() === '') return { problem };
  for (const source of expressionSources(expression))
    try {
      return readFacts(parseSource(source));
    } catch (error) {
      problem = explain(error, expression);
    }
  return { problem };
}

/** Code too deep for this check may still run. */
function readFacts(program: Program): CodeFacts {
  try {
    return { paths: codePaths(program), ...(returnsPromise(program) && { isPromise: true }) };
  } catch (error) {
    if (error instanceof RangeError) return { paths: [] };
    throw error;
  }
}

/** The engine supports neither modules nor top-level await. */
function parseSource(source: string): Program {
  return parse(source, { ecmaVersion: 2024, sourceType: 'script' });
}

function explain(error: unknown, expression: string): string {
  if (/\bawait\b/.test(expression)) return "it has 'await', but nothing waits for a promise";
  const message = error instanceof Error ? error.message : String(error);
  if (/stack/.test(message)) return 'it is nested too deeply';
  // The position refers to the wrapped source.
  return cutCharacters(message.replace(/ \(\d+:\d+\)$/, ''), SHOWN_CHARACTERS);
}
