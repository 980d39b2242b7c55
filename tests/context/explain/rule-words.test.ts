import { describe, expect, test } from 'vitest';
import { RULE_WORDS, ruleWords } from '../../../context/explain/rule-words.js';
import { LEFT_RULES } from '../../../context/message/left.js';

describe('ruleWords', () => {
  test.each(LEFT_RULES)('%s -> its own sentence, longer than its name', (rule) => {
    const words = ruleWords(rule);
    expect(words.length).toBeGreaterThan(20);
    expect(Object.values(RULE_WORDS).filter((other) => other === words)).toHaveLength(1);
  });
  test.each(['later', 'toString', '__proto__'])('a rule of another version: %s -> its name', (rule) =>
    expect(ruleWords(rule)).toBe(`by the rule '${rule}'`),
  );
});
