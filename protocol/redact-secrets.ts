const REDACTED = '[redacted]';

/**
 * Forms in which keys come back in messages of providers, tools and servers; some providers echo the key that they refuse.
 * Each pattern is linear, and what is left tells which secret it was.
 */
const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // Of a web address all that stands before the host is a key; of a database's the user's name stays.
  [/\b(https?:\/\/)[^\s/?#@'"]{1,2000}@/gi, `$1${REDACTED}@`],
  // What shows the form of an address, as our own sentences about DATABASE_URL do, has no secret.
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
  // Whoever has an Activity's task token can answer for it. It is printed as text, as a list of bytes or in brackets.
  [/\b(task[ _-]?token["']?\s*[:=(]\s*["']?)(?:[[(][\d,\s]{8,}[\])]|[\w+/=-]{8,})/gi, `$1${REDACTED}`],
];

/** Words in the names of headers and options that carry keys. */
const SECRET_NAME =
  /auth|cookie|credential|password|secret|signature|(?:api|access|private|session)[-_]?key|-key$|token$/i;

/** Whether what stands under this name is a key: `x-api-key`, `Authorization`, `accessToken`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** A copy of plain JSON without anything that looks like a key, or stands under the name of one. */
export function redactFields(value: unknown): unknown {
  if (typeof value === 'string') return redactSecrets(value);
  if (Array.isArray(value)) return value.map(redactFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isSecretName(name) ? REDACTED : redactFields(field)]),
  );
}

/** The text without anything that looks like a key, a password in an address, or a task token. */
export function redactSecrets(text: string): string {
  return SECRETS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}
