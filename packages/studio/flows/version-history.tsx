import type { FlowVersionView, ListedFlowVersion, PutFlow } from '../../../views/flow.js';
import { showUnseen } from '../../../protocol/unseen-characters.js';
import { get, post, type Wire } from '../api/request.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/button.js';
import { DataTable, type Column } from '../parts/data-table.js';
import { RelativeTime } from '../parts/relative-time.js';
import { showToast } from '../parts/toast.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';

interface HistoryProps {
  path: string;
  slug: string;
  shown: number;
  versions: readonly Wire<ListedFlowVersion>[];
  onRestored: (version: number) => void;
}

/** Versions never change, so restoring one keeps all others. */
export function VersionHistory({ path, slug, shown, versions, onRestored }: HistoryProps) {
  const words = STRINGS.flows.history;
  const current = versions.find(({ isCurrent }) => isCurrent)?.version;
  const actions: Column<Wire<ListedFlowVersion>> = {
    header: words.actions,
    value: (one) =>
      isFixed(one) ? null : (
        <Button
          size="small"
          aria-label={words.restoreVersion(one.version)}
          onClick={() => void restore({ path, version: one.version, undoTo: current, onRestored })}
        >
          {words.restore}
        </Button>
      ),
  };
  return (
    <section className="version-history mt-6 max-w-4xl">
      <h3 className="mb-2">{words.title}</h3>
      <DataTable
        title={words.title}
        none=""
        rows={versions}
        columns={[
          {
            header: words.version,
            value: ({ version }) => (
              <a
                className="tap"
                href={formatRoute({ view: 'flows', slug, version })}
                aria-current={version === shown ? 'page' : undefined}
              >
                {version}
              </a>
            ),
          },
          {
            header: words.status,
            value: ({ isCurrent, isDraft }) => (
              <Badge tone={isCurrent ? 'good' : 'neutral'}>
                {isCurrent ? words.current : isDraft ? words.draft : words.past}
              </Badge>
            ),
          },
          {
            header: words.when,
            value: ({ publishedAt, createdAt }) => <RelativeTime at={publishedAt ?? createdAt} />,
          },
          {
            header: words.who,
            value: ({ publishedBy }) => (publishedBy === null ? '–' : showUnseen(publishedBy)),
          },
          ...(versions.every(isFixed) ? [] : [actions]),
        ]}
      />
    </section>
  );
}

function isFixed({ isCurrent, isDraft }: Pick<ListedFlowVersion, 'isCurrent' | 'isDraft'>): boolean {
  return isCurrent || isDraft;
}

interface Restore extends Pick<HistoryProps, 'path' | 'onRestored'> {
  version: number;
  undoTo?: number | undefined;
}

async function restore({ path, version, undoTo, onRestored }: Restore): Promise<void> {
  try {
    const { definition } = await get<FlowVersionView>(`${path}/${version}`);
    onRestored((await post<PutFlow>('/flows', { body: definition })).version);
    const undo = (): void => void restore({ path, version: Number(undoTo), onRestored });
    showToast(STRINGS.flows.history.restored(version), undoTo === undefined ? {} : { undo });
  } catch (error) {
    showToast((error as Error).message, { isError: true });
  }
}
