import { Anchor, Code } from '@mantine/core'
import type { ReactNode } from 'react'
import { graphql } from '~/data/generated'
import type { EngineVersionArchivesFragment } from '~/data/generated/graphql'
import { Copy } from '~/ui/copy'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import classes from './archives.module.css'

export const EngineVersionArchives = graphql(`
  fragment EngineVersionArchives on EngineVersion {
    archs {
      os
      arch
      url
      sha
    }
  }
`)

/** One archive a platform: where it is and what it must be. */
export function Archives({ version }: { version: EngineVersionArchivesFragment }) {
  return (
    <Section title="Archives">
      {version.archs.length === 0 && <Note>None: this version cannot be installed.</Note>}
      <ul className={classes['list']}>
        {version.archs.map(({ os, arch, url, sha }) => (
          <li key={`${os}/${arch}`}>
            <h3 className={classes['platform']}>
              {os} {arch}
            </h3>
            <Line label="Address" text={url} what={`address for ${os} ${arch}`}>
              <Anchor href={url} rel="noreferrer" inherit>
                {url}
              </Anchor>
            </Line>
            <Line label="SHA-256" text={sha} what={`checksum for ${os} ${arch}`}>
              <Code className={classes['sha'] ?? ''}>{sha}</Code>
            </Line>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type LineProps = { label: string; text: string; what: string; children: ReactNode }

function Line({ label, text, what, children }: LineProps) {
  return (
    <div className={classes['line']}>
      <span className={classes['label']}>{label}</span>
      <span className={classes['value']}>{children}</span>
      <Copy text={text} what={what} />
    </div>
  )
}
