import type { MemoryPage } from '../../../views/memory.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Button } from '../parts/button.js';
import { DataTable } from '../parts/data-table.js';
import { deleteLater, useDeleted } from '../parts/delete-later.js';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/relative-time.js';
import { Skeleton } from '../parts/skeleton.js';
import { formatMessageRoute, formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { NewestUses } from './newest-uses.js';

type ChatOfUse = MemoryPage['memories'][number]['uses']['newest'][number]['chat'];

const MAX_MEMORIES = 200;

export function Facts() {
  const words = STRINGS.memory;
  const { value, error, reload } = useLoaded('memories', (signal) =>
    get<MemoryPage>('/memories', { query: { limit: MAX_MEMORIES }, signal }),
  );
  const deleted = useDeleted();
  return (
    <section className="facts-of-user">
      <h3 className="mb-2">{words.facts}</h3>
      {error ? <Problem error={error} retry={reload} /> : null}
      {value ? (
        <DataTable
          title={words.facts}
          none={words.noFacts}
          rows={value.memories.filter((memory) => !deleted.has(toKey(memory)))}
          columns={[
            { header: words.columns.key, value: ({ key }) => key },
            { header: words.columns.value, value: ({ value: text }) => text },
            { header: words.columns.kind, value: ({ kind }) => words.kinds[kind] },
            {
              header: words.columns.source,
              value: ({ source }) =>
                source ? (
                  <a className="tap" href={formatMessageRoute(source)}>
                    {words.source(source.seq)}
                  </a>
                ) : (
                  '–'
                ),
            },
            {
              header: words.columns.uses,
              value: ({ uses: { calls, newest } }) => (
                <NewestUses
                  calls={calls}
                  of={value.searchedCalls}
                  newest={newest}
                  href={({ executionId, chat }) => formatUse(executionId, chat)}
                />
              ),
            },
            { header: words.columns.updated, value: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
            {
              header: words.columns.actions,
              value: (memory) => <DeleteButton memory={memory} onDeleted={reload} />,
            },
          ]}
        />
      ) : error ? null : (
        <Skeleton rows={3} />
      )}
      {value && value.next !== null ? <p className="hint mt-2">{words.newest(MAX_MEMORIES)}</p> : null}
    </section>
  );
}

function formatUse(executionId: string, chat: ChatOfUse): string {
  if (chat === null) return formatRoute({ view: 'runs', executionId });
  const { thread, ...place } = chat;
  return formatRoute({ view: 'chat', ...place, thread: thread ?? undefined, why: executionId });
}

function DeleteButton({
  memory: { kind, key },
  onDeleted,
}: {
  memory: { kind: string; key: string };
  onDeleted: () => void;
}) {
  const remove = (): void =>
    deleteLater({
      key: toKey({ kind, key }),
      title: key,
      path: '/memories',
      query: { kind, key },
      onDeleted,
    });
  return (
    <Button size="small" aria-label={STRINGS.memory.deleteMemory(key)} onClick={remove}>
      {STRINGS.memory.delete}
    </Button>
  );
}

function toKey({ kind, key }: { kind: string; key: string }): string {
  return `memory ${kind} ${key}`;
}
