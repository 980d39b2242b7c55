import { parse, type Program } from 'acorn';
import { cutCharacters } from '../values/cut-characters.js';
import { expressionSources } from './expression-sources.js';
import { codePaths, type CodePath } from './code-paths.js';

const SHOWN_CHARACTERS = 200;

/** The paths that an expression in JavaScript reads, or a sentence when it is no JavaScript. Nothing of it is run. */
export function readCode(expression: string): { paths: readonly CodePath[] } | { problem: string } {
  let problem = 'it is empty';
  if (expression.trim() === '') return { problem };
  for (const source of expressionSources(expression))
    try {
      return { paths: pathsIn(parseSource(source)) };
    } catch (error) {
      problem = explain(error, expression);
    }
  return { problem };
}

/** Lists the paths; none for code that is nested deeper than our stack, which may still run. */
function pathsIn(program: Program): readonly CodePath[] {
  try {
    return codePaths(program);
  } catch (error) {
    if (error instanceof RangeError) return [];
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
