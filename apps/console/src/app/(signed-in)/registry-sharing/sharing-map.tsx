'use client'

import { useElementSize } from '@mantine/hooks'
import type { SharingRowFragment } from '~/data/generated/graphql'
import { count } from '~/ui/text'
import { type Box, layoutOfMap, rowHeight } from './layout-of-map'
import classes from './sharing-map.module.css'

const words = { modules: 'Modules', providers: 'Providers', both: 'Modules and providers' } as const

/**
 * Who shares with whom as a picture: producers left, consumers right, a line for each share, in a color for
 * what is shared, and dashed where one of the two is disabled. The table beside it says the same to those who cannot see it.
 */
export function SharingMap({ producers }: { producers: readonly SharingRowFragment[] }) {
  const { ref, width } = useElementSize()
  const { height, producers: left, consumers: right, lines } = layoutOfMap(producers)
  const boxWidth = Math.min(280, Math.round(width * 0.4))
  const [start, end] = [boxWidth, width - boxWidth]
  const bend = (end - start) / 2
  return (
    <div>
      <Legend />
      <div ref={ref} style={{ minHeight: height }}>
        {width > 0 && (
          <svg
            role="img"
            aria-label={`Map: ${count(left.length, 'organization')} on the left, each with lines to those that may use what it shares. The table below says the same.`}
            className={classes['map']}
            width={width}
            height={height}
          >
            {lines.map(({ key, from, to, isDark, shared }) => (
              <path
                key={key}
                data-dark={isDark}
                data-shared={shared}
                d={`M${start},${from} C${start + bend},${from} ${end - bend},${to} ${end},${to}`}
              >
                <title>{words[shared]}</title>
              </path>
            ))}
            {left.map((box) => (
              <Name key={box.key} box={box} x={0} width={boxWidth} />
            ))}
            {right.map((box) => (
              <Name key={box.key} box={box} x={end} width={boxWidth} />
            ))}
          </svg>
        )}
      </div>
    </div>
  )
}

/** Which color of a line means what. */
const Legend = () => (
  <ul className={classes['legend']}>
    {Object.entries(words).map(([shared, word]) => (
      <li key={shared} data-shared={shared}>
        {word}
      </li>
    ))}
  </ul>
)

/** HTML, whose text loses its end where it is too long. */
function Name({ box: { text, y, isDark }, x, width }: { box: Box; x: number; width: number }) {
  const height = rowHeight - 8
  return (
    <foreignObject x={x} y={y - height / 2} width={width} height={height}>
      <div className={classes['name']} data-dark={isDark} title={isDark ? `${text} (disabled)` : text}>
        {text}
      </div>
    </foreignObject>
  )
}
