import type { AnswerEvent } from '../replies/answer-event.js';
import type { AnswerStyle } from './personality.js';

export function styleEvents(event: AnswerEvent, style: AnswerStyle): readonly AnswerEvent[] {
  switch (event.kind) {
    case 'start':
      return style.thought === undefined ? [event] : [event, { kind: 'reasoning', delta: style.thought }];
    case 'tool-call':
      return [{ ...event, id: style.toolCallId?.(event) ?? event.id }];
    case 'finish':
      return [{ ...event, isReasonHidden: style.hasNoFinishReason }];
    default:
      return [event];
  }
}
