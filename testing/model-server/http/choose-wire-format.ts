import { anthropicWireFormat } from '../anthropic/anthropic-wire-format.js';
import { googleWireFormat } from '../google/google-wire-format.js';
import type { ErrorFacts } from '../replies/error-facts.js';
import { openaiWireFormat, unknownPath } from '../openai/openai-wire-format.js';
import { responsesWireFormat } from '../responses/responses-wire-format.js';
import type { Route, WireFormat } from './wire-format.js';

/** The formats one server speaks, each on its own paths. */
const WIRE_FORMATS: readonly WireFormat[] = [
  openaiWireFormat,
  responsesWireFormat,
  anthropicWireFormat,
  googleWireFormat,
];

/** A wire format and what it makes of a request: a route, or what to refuse it with. */
export interface RoutedRequest {
  readonly wire: WireFormat;
  readonly route: Route | ErrorFacts;
}

/** Chooses the first wire format that knows the path of a request; a path of none is refused as OpenAI does. */
export function chooseWireFormat(request: { readonly method: string; readonly path: string }): RoutedRequest {
  for (const wire of WIRE_FORMATS) {
    const route = wire.route(request);
    if (route !== null) return { wire, route };
  }
  return { wire: openaiWireFormat, route: unknownPath(request) };
}
