import type { ReactNode } from 'react'
import classes from './show-data.module.css'

type Props = {
  /** What the table is called. */
  label: string
  headers: readonly string[]
  /** The first cell of a row names it; the others are numbers. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** What a picture shows, in numbers, opened by who wants them. */
export function ShowData({ label, headers, rows }: Props) {
  if (rows.length === 0) return null
  return (
    <details className={classes['data']}>
      <summary>Show data</summary>
      <div>
        <table aria-label={label}>
          <thead>
            <tr>
              {headers.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, index) => (
                  <td key={headers[index]}>{typeof cell === 'number' ? cell.toLocaleString('en') : cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
