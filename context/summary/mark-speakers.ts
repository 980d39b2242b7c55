const SPEAKER =
  /^(?=[ \t>*#"]{0,8}(?:user|ai|assistant|system|developer|human|tool)\b[^\n:：]{0,80}[:：])/gimu;

/** Marks lines that look like another speaker. */
export function markSpeakers(text: string): string {
  return text.replace(SPEAKER, '| ');
}
