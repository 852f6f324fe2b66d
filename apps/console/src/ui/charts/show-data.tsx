import type { ReactNode } from 'react'
import classes from './show-data.module.css'
import { numberText } from '../text'

type Props = {
  /** Name of the table. */
  label: string
  headers: readonly string[]
  /** The first cell of a row names it; the others are numbers. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** Table with a picture's numbers, which the reader can open. */
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
                  <td key={headers[index]}>{typeof cell === 'number' ? numberText(cell) : cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
