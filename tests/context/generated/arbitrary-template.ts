import fc from 'fast-check';
import type { TemplateRules } from '../../../context/grammar/request-template.js';

export const template: fc.Arbitrary<TemplateRules> = fc.record({
  systemMessages: fc.constantFrom(undefined, 'first' as const, 'none' as const),
  roles: fc.constantFrom(undefined, 'alternate' as const),
  toolCallIds: fc.constantFrom(undefined, 'nine-characters' as const),
  lastMessage: fc.constantFrom(undefined, 'user' as const),
});
