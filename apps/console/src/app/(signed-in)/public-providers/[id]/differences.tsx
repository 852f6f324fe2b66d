import { Code } from '@mantine/core'
import { Copy } from '~/ui/copy'
import { Dimmed } from '~/ui/texts'
import classes from './differences.module.css'

type Difference = { filename: string; first: string | null; now: string | null }

/** The files that an origin has changed: what was first seen of each and what it has now. */
export const Differences = ({ version, files }: { version: string; files: readonly Difference[] }) => (
  <ul className={classes['files']} aria-label={`Changed files of ${version}`}>
    {files.map(({ filename, first, now }) => (
      <li key={filename}>
        <strong className={classes['name']}>{filename}</strong>
        <dl className={classes['digests']}>
          <Digest label="First seen" digest={first} of={filename} absent="Was not there" />
          <Digest label="At the origin now" digest={now} of={filename} absent="No longer there" />
        </dl>
      </li>
    ))}
  </ul>
)

type DigestProps = { label: string; digest: string | null; of: string; absent: string }

const Digest = ({ label, digest, of, absent }: DigestProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {digest === null ? (
        <Dimmed>{absent}</Dimmed>
      ) : (
        <>
          <Code className={classes['digest'] ?? ''}>{digest}</Code>
          <Copy text={digest} what={`the digest of ${of}: ${label.toLowerCase()}`} />
        </>
      )}
    </dd>
  </div>
)
