const SPEAKER =
  /^(?=[ \t>*#"]{0,8}(?:user|ai|assistant|system|developer|human|tool)\b[^\n:：]{0,80}[:：])/gimu;

/** Marks the lines of a message that could be taken for the words of another speaker in a transcript. */
export function markSpeakers(text: string): string {
  return text.replace(SPEAKER, '| ');
}
