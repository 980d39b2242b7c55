/** Below this, the rules are brief: long ones would displace messages. */
const BRIEF_BELOW = 450;

export function summaryRules(tokens: number): string {
  if (tokens < BRIEF_BELOW)
    return (
      'One line for each topic: [Topic: name] facts. Keep topic labels as they are, numbers, dates, ids, names, paths and ' +
      'quotations exactly, and lines of [Topic: Facts] word for word. What users say of themselves comes first; of what ' +
      `changed, the newest state. Write in the user's language, at most ${tokens} tokens.`
    );
  return (
    'Group by topic, one line for each: [Topic: name] facts, conclusions and details. Reuse existing topic labels ' +
    'strictly as they are, never rename one; new topics get new labels. Keep every number, date, id, name, path ' +
    'and quotation exactly as it was written, never rounded or renamed; keep lines of [Topic: Facts] word for ' +
    'word. What users say of themselves, their things, plans and wishes comes first, however short it was said, as their ' +
    'words and with its date where one is known; explanations, code and lists of the assistant come last, and of them ' +
    'only the conclusion. Of what changed write the newest state, which holds, then what held ' +
    `before. Leave out pleasantries. Write in the user's language, at most ${tokens} tokens.`
  );
}
