export function describeMissingPackages(
  needs: string,
  packages: Readonly<Record<string, string>>,
  { isForDevelopment = false } = {},
): string {
  const names = Object.keys(packages).join(', ');
  const specs = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  return `${needs} needs ${names}: run 'npm install ${isForDevelopment ? '--save-dev ' : ''}${specs.join(' ')}'`;
}
