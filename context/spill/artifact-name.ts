/** Longest name, in bytes: names are ASCII, so also in characters. */
const MAX_NAME_BYTES = 200;
const NAME = /^[A-Za-z0-9_-]+-(\d{1,9})\.(\d{1,9})(?:_img(\d{1,9}))?\.[a-z0-9]{1,10}$/;

/** Which part of which tool result is stored. */
export interface ArtifactPlace {
  step: number;
  ordinal: number;
  /** 0: the text or the data; 1 and up: its pictures, by their place in the result. */
  part: number;
}

/**
 * The name of an artifact, made by us alone: `search-3.2.txt`, its first picture `search-3.2_img0.png`. Unlike
 * for each place, at most 200 bytes of letters, digits, `_`, `-` and the two dots, so it names no folder.
 */
export function artifactName({
  tool,
  step,
  ordinal,
  part,
  extension,
}: ArtifactPlace & { tool: string; extension: string }): string {
  const picture = part === 0 ? '' : `_img${part - 1}`;
  const ending = `-${step}.${ordinal}${picture}.${cleanExtension(extension)}`;
  const stem = tool.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_NAME_BYTES - ending.length);
  return `${stem || 'tool'}${ending}`;
}

/** Where a name that `artifactName` could have made points; undefined for any other text. */
export function parseArtifactName(name: string): ArtifactPlace | undefined {
  if (name.length > MAX_NAME_BYTES) return undefined;
  const found = NAME.exec(name);
  if (found === null) return undefined;
  const [, step, ordinal, picture] = found;
  return {
    step: Number(step),
    ordinal: Number(ordinal),
    part: picture === undefined ? 0 : Number(picture) + 1,
  };
}

function cleanExtension(extension: string): string {
  return (
    extension
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 10) || 'bin'
  );
}
