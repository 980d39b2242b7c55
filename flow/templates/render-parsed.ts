import { Meter } from './meter.js';
import type { MissingRule } from './missing.js';
import type { ParsedTemplate } from './parse-template.js';
import { expressionValue } from './expression-value.js';
import { renderStatements } from './render-statements.js';
import { Variables } from './variables.js';

/** The variables of templates by name: plain JSON data. */
export type TemplateScope = Readonly<Record<string, unknown>>;

/** How templates are rendered; a missing value is a failure by default. */
export interface RenderOptions extends MissingRule {
  meter?: Meter;
}

/** The text of a parsed template. Throws a sentence when it costs too much or calculates with what is no number. */
export function renderParsed(
  { statements, pieces }: ParsedTemplate,
  { scope, meter = new Meter(), ...rule }: { scope: TemplateScope } & RenderOptions,
): string {
  const variables = new Variables(scope);
  return withinStack(() => renderStatements(statements, { pieces, meter, variables, ...rule }));
}

/** The value of a template that is one output and nothing else but white space; else its text. */
export function parsedValue(
  parsed: ParsedTemplate,
  given: { scope: TemplateScope } & RenderOptions,
): unknown {
  const pieces = parsed.pieces.filter((piece) => piece.kind === 'output' || piece.source.trim() !== '');
  const [only] = pieces;
  const isOne = pieces.length === 1 && parsed.statements.every(({ type }) => type === 'StringLiteral');
  if (!isOne || only?.kind !== 'output') return renderParsed(parsed, given);
  const { scope, meter = new Meter() } = given;
  return withinStack(() => expressionValue(only.expression, { variables: new Variables(scope), meter }));
}

function withinStack<Value>(evaluate: () => Value): Value {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof RangeError)
      throw new Error('Template is nested too deeply; split it', { cause: error });
    throw error;
  }
}
