/** How an execution or a node stands, in its colour; undefined: not known yet. */
export function Status({ status, unknown = '' }: { status: string | undefined; unknown?: string }) {
  return (
    <span className="status" data-status={status}>
      {status ?? unknown}
    </span>
  );
}
