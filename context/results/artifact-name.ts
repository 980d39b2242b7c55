const MAX_NAME_BYTES = 200;
const NAME = /^[A-Za-z0-9_-]+-(\d{1,12})\.(\d{1,9})(?:_img(\d{1,9}))?\.[a-z0-9]{1,10}$/;

export interface ArtifactPlace {
  step: number;
  ordinal: number;
  part: number;
}

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
