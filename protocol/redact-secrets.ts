const REDACTED = '[redacted]';

/** Linear-time patterns. Each replacement shows the kind of secret. */
const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // Everything before a web address's host is a key. A database URL keeps its user name.
  [/\b(https?:\/\/)[^\s/?#@'"]{1,2000}@/gi, `$1${REDACTED}@`],
  // Skips placeholders, as in our own messages.
  [
    /\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#@:'"]{0,200}):(?!password@host:)[^\s/?#@'"]{1,2000}@/gi,
    `$1:${REDACTED}@`,
  ],
  [/\b(?:sk|rk|pk|gsk|xai|hf|r8)[-_][^\s'",;)}\]]{4,}/gi, REDACTED],
  [/\bAIza[\w-]{10,}/g, REDACTED],
  [/\b(Bearer|Basic)\s+[^\s'",;]{8,}/gi, `$1 ${REDACTED}`],
  [
    /\b((?:api|access)[ _-]?(?:key|token)(?: provided)?["']?\s*[:=]\s*['"]?)[^\s'",;&]{6,}/gi,
    `$1${REDACTED}`,
  ],
  [
    /([?&](?:[a-z0-9]{1,20}[-_]){0,3}(?:api[-_]?key|key|token|secret|password|signature|sig)=)[^\s&#'"]+/gi,
    `$1${REDACTED}`,
  ],
  // Anyone with a task token can complete the Activity.
  [/\b(task[ _-]?token["']?\s*[:=(]\s*["']?)(?:[[(][\d,\s]{8,}[\])]|[\w+/=-]{8,})/gi, `$1${REDACTED}`],
];

const SECRET_NAME =
  /auth|cookie|credential|password|secret|signature|(?:api|access|private|session)[-_]?key|-key$|token$/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

export function redactFields(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map(redactFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isSecretName(name) ? REDACTED : redactFields(field)]),
  );
}

export function redactSecrets(text: string): string {
  return SECRETS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}
