import { Meter } from './meter.js';
import type { MissingRule } from './missing.js';
import type { ParsedTemplate } from './parse-template.js';
import { expressionValue } from './expression-value.js';
import { renderStatements } from './render-statements.js';
import { Variables } from './variables.js';

export type TemplateScope = Readonly<Record<string, unknown>>;

export interface RenderOptions extends MissingRule {
  meter?: Meter;
}

export function renderParsed(
  { statements, pieces }: ParsedTemplate,
  { scope, meter = new Meter(), ...rule }: { scope: TemplateScope } & RenderOptions,
): string {
  const variables = new Variables(scope);
  return withinStack(() => renderStatements(statements, { pieces, meter, variables, ...rule }));
}

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
