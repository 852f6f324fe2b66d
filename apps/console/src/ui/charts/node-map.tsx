'use client'

import { useState, type ReactNode } from 'react'
import { Link } from '../link'
import { type MapLine, type MapNode, nodeHeight, placesOf } from './node-positions'
import classes from './node-map.module.css'

export type MapColumn = { title?: string; nodes: readonly MapNode[] }

type Props = {
  /** Sentence that describes the picture; a table near it says the same. */
  label: string
  columns: readonly MapColumn[]
  /** Each leads from a column to the next one. */
  lines: readonly MapLine[]
  /** Meanings of the first, second and third colour of lines. */
  legend: readonly string[]
  /** Minimum number of rows to reserve. */
  rows?: number
}

/**
 * Names in columns and lines between them. Who points at a name, or reaches it by keyboard, sees its lines alone. With
 * more than two columns the names of a phone stand below one another, without lines.
 */
export function NodeMap({ label, columns, lines, legend, rows = 0 }: Props) {
  const [pointed, setPointed] = useState<string>()
  const { height, width, leftOf, middleOf } = placesOf(columns, rows)
  const idOf = (column: number, key: string) => `${column} ${key}`
  const isMarked = ({ column, from, to }: MapLine) =>
    [idOf(column, from), idOf(column + 1, to)].includes(pointed ?? '')
  return (
    <div role="group" aria-label={label} className={classes['frame']} data-columns={columns.length}>
      <Legend words={legend} />
      {columns.some(({ title }) => title) && (
        <div className={classes['titles']} aria-hidden>
          {columns.map(({ title }, column) => (
            <span key={title} style={{ insetInlineStart: `${leftOf(column)}%`, width: `${width}%` }}>
              {title}
            </span>
          ))}
        </div>
      )}
      <div className={classes['map']} style={{ height }}>
        <svg aria-hidden viewBox={`0 0 100 ${height}`} preserveAspectRatio="none">
          {lines.map((line) => {
            const { column, from, to, tone, isDark } = line
            const [start, end] = [leftOf(column) + width, leftOf(column + 1)]
            const [above, below] = [middleOf(column, from), middleOf(column + 1, to)]
            const bend = (start + end) / 2
            return (
              <path
                key={`${column} ${from} ${to}`}
                data-tone={tone}
                data-dark={isDark}
                data-faint={pointed !== undefined && !isMarked(line)}
                vectorEffect="non-scaling-stroke"
                d={`M${start},${above} C${bend},${above} ${bend},${below} ${end},${below}`}
              />
            )
          })}
        </svg>
        {columns.map(({ title, nodes }, column) => (
          <ul key={title ?? column} aria-label={title}>
            {nodes.map((node) => (
              <li
                key={node.key}
                style={{
                  top: middleOf(column, node.key) - nodeHeight / 2,
                  insetInlineStart: `${leftOf(column)}%`,
                  width: `${width}%`,
                }}
              >
                <Node node={node} onPoint={(isOn) => setPointed(isOn ? idOf(column, node.key) : undefined)} />
              </li>
            ))}
          </ul>
        ))}
      </div>
    </div>
  )
}

type NodeProps = { node: MapNode; onPoint: (isOn: boolean) => void }

function Node({ node: { text, note, href, isDark, isMain, title = text }, onPoint }: NodeProps) {
  const shared = {
    className: classes['node'],
    title,
    'data-dark': isDark,
    'data-main': isMain,
    onPointerEnter: () => onPoint(true),
    onPointerLeave: () => onPoint(false),
    onFocus: () => onPoint(true),
    onBlur: () => onPoint(false),
  }
  const content: ReactNode = (
    <>
      <bdi>{text}</bdi>
      {note !== undefined && <small>{note}</small>}
    </>
  )
  return href === undefined ? (
    <span {...shared}>{content}</span>
  ) : (
    <Link href={href} {...shared}>
      {content}
    </Link>
  )
}

/** Legend of the lines' colours. */
const Legend = ({ words }: { words: readonly string[] }) => (
  <ul className={classes['legend']}>
    {words.map((word, index) => (
      <li key={word} data-tone={index + 1}>
        {word}
      </li>
    ))}
  </ul>
)
