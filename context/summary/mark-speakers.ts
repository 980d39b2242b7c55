const SPEAKER_PREFIX =
  /^(?=[ \t>*#"]{0,8}(?:user|ai|assistant|system|developer|human|tool)\b[^\n:：]{0,80}[:：])/gimu;

export function markSpeakers(text: string): string {
  return text.replace(SPEAKER_PREFIX, '| ');
}
