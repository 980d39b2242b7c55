import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const LINK = /(?<!!)\[[^\]]*\]\(([^()\s]+)\)|^\[[^\]]+\]: (\S+)/gm;
/** SECURITY.md links guarantees to tests, and explains that they are only in the repository. */
const REPOSITORY_ONLY = /^tests\//;

export function checkLinks(project: string): string {
  const folder = join(project, 'node_modules', 'threadline');
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.md') && !name.includes('node_modules'),
  );
  const links = pages.flatMap((page) => listLinks(readFileSync(join(folder, page), 'utf8'), page));
  const dead = links.filter(({ page, target }) => !existsSync(resolve(folder, dirname(page), target)));
  if (dead.length === 0) return `${links.length} links on ${pages.length} pages`;
  throw new Error(
    dead.map(({ page, target }) => `${page} links to '${target}', which does not ship`).join('\n'),
  );
}

function listLinks(text: string, page: string): { page: string; target: string }[] {
  return [...text.matchAll(LINK)].flatMap(([, inline, reference]) => {
    const [target = ''] = (inline ?? reference ?? '').split('#');
    const isElsewhere = target === '' || /^[a-z]+:/.test(target);
    const isExempt = page === 'SECURITY.md' && REPOSITORY_ONLY.test(target);
    return isElsewhere || isExempt ? [] : [{ page, target }];
  });
}
