import type { ReactNode } from 'react';

export interface Column<Row> {
  header: string;
  isNumber?: boolean;
  value: (row: Row) => ReactNode;
}

export function DataTable<Row>({
  title,
  rows,
  columns,
  none,
}: {
  title: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  none: string;
}) {
  if (rows.length === 0) return <p className="hint">{none}</p>;
  const nameClass = ({ isNumber = false }: Column<Row>) => (isNumber ? 'number' : undefined);
  return (
    <div className="scrolled" tabIndex={0} role="region" aria-label={title}>
      <table className="cards">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.header} className={nameClass(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column.header} className={nameClass(column)} data-label={column.header}>
                  {column.value(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
