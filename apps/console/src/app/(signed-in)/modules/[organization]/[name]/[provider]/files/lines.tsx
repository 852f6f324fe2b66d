'use client'

import { type MouseEvent, useEffect, useState } from 'react'
import { CopiedCode } from '../usage/copied-code'
import { type Archive, Colored } from '../documents/readme'
import { type CodeNode, fileLines, hashOf, type LineRange, marked, rangeOf } from './file-lines'
import classes from './files.module.css'

type Props = { name: string; tree: unknown; archive: Archive }

/** A text file, each line with its number, which the address can name. */
export function Lines({ name, tree, archive }: Props) {
  const [range, setRange] = useState<LineRange>()
  useEffect(() => {
    const read = () => {
      const named = rangeOf(window.location.hash)
      setRange(named)
      if (named) document.getElementById(`L${named.from}`)?.scrollIntoView({ block: 'center' })
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  // The browser would bring the line to the top, below the head of the page.
  const mark = (event: MouseEvent, line: number) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    const next = marked(line, range, event.shiftKey)
    window.history.replaceState(null, '', hashOf(next))
    setRange(next)
  }
  return (
    <CopiedCode what={name}>
      {fileLines(tree as readonly CodeNode[]).map((line, index) => {
        const number = index + 1
        const isMarked = range !== undefined && range.from <= number && number <= range.to
        return (
          <span
            key={number}
            id={`L${number}`}
            className={classes['line']}
            data-marked={isMarked || undefined}
          >
            <a
              href={`#L${number}`}
              data-number={number}
              aria-label={`Line ${number}`}
              onClick={(event) => mark(event, number)}
            />
            <span>
              <Colored tree={line} archive={archive} />
              {'\n'}
            </span>
          </span>
        )
      })}
    </CopiedCode>
  )
}
