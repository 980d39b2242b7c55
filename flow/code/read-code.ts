import { parse, type Program } from 'acorn';
import { cutCharacters } from '../values/cut-characters.js';
import { expressionSources } from './expression-sources.js';
import { codePaths, type CodePath } from './code-paths.js';
import { returnsPromise } from './returns-promise.js';

const SHOWN_CHARACTERS = 200;

/** The facts of an expression that can be parsed. */
interface CodeFacts {
  paths: readonly CodePath[];
  isPromise?: true;
}

/** Reads an expression in JavaScript, or returns a sentence when it is no JavaScript. Nothing of it is run. */
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

/** No facts of code that is nested deeper than our stack, which may still run. */
function readFacts(program: Program): CodeFacts {
  try {
    return { paths: codePaths(program), ...(returnsPromise(program) && { isPromise: true }) };
  } catch (error) {
    if (error instanceof RangeError) return { paths: [] };
    throw error;
  }
}

/** The language of the sandbox's engine: no modules, and nothing waits for a promise. */
function parseSource(source: string): Program {
  return parse(source, { ecmaVersion: 2024, sourceType: 'script' });
}

function explain(error: unknown, expression: string): string {
  if (/\bawait\b/.test(expression)) return "it has 'await', but nothing waits for a promise";
  const message = error instanceof Error ? error.message : String(error);
  if (/stack/.test(message)) return 'it is nested too deeply';
  // The place is that in the source around the expression.
  return cutCharacters(message.replace(/ \(\d+:\d+\)$/, ''), SHOWN_CHARACTERS);
}
