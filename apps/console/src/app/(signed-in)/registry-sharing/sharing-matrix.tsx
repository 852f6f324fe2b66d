import { VisuallyHidden } from '@mantine/core'
import type { MapLine, MapNode } from '~/ui/charts/node-positions'
import { Link } from '~/ui/link'
import classes from './sharing-matrix.module.css'

type Props = {
  label: string
  producers: readonly MapNode[]
  consumers: readonly MapNode[]
  lines: readonly MapLine[]
  /** Meanings of the tones of lines, that of tone 1 first. */
  legend: readonly string[]
}

const marks = ['M', 'P', 'MP']

/** Matrix for sharing with too many lines to follow: a row for each producer, a column for each consumer. */
export function SharingMatrix({ label, producers, consumers, lines, legend }: Props) {
  const shared = new Map(lines.map((line) => [`${line.from} ${line.to}`, line]))
  return (
    <div className={classes['frame']} data-sideways>
      <table className={classes['matrix']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Shares</VisuallyHidden>
            </th>
            {consumers.map(({ key, text, href }) => (
              <th key={key} scope="col">
                <span>{href === undefined ? text : <Link href={href}>{text}</Link>}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {producers.map((producer) => (
            <tr key={producer.key}>
              <th scope="row">
                {producer.href === undefined ? (
                  producer.text
                ) : (
                  <Link href={producer.href}>{producer.text}</Link>
                )}
              </th>
              {consumers.map((consumer) => (
                <Share
                  key={consumer.key}
                  line={shared.get(`${producer.key} ${consumer.key}`)}
                  between={`${producer.text} with ${consumer.text}`}
                  legend={legend}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes['legend']}>
        {legend.map((word, index) => `${marks[index]}: ${word}`).join(' · ')}
      </p>
    </div>
  )
}

type ShareProps = { line: MapLine | undefined; between: string; legend: readonly string[] }

function Share({ line, between, legend }: ShareProps) {
  if (!line)
    return (
      <td>
        <VisuallyHidden>Nothing</VisuallyHidden>
      </td>
    )
  const words = legend[line.tone - 1] ?? ''
  return (
    <td data-tone={line.tone} data-dark={line.isDark || undefined} title={`${words}: ${between}`}>
      <span aria-hidden>{marks[line.tone - 1]}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </td>
  )
}
