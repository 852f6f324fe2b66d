'use client'

import { Box } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useRef, type ReactNode } from 'react'
import colors from '~/ui/code-colors.module.css'
import { CopyIcon } from '~/ui/copy'
import classes from '../documents/readme.module.css'

type Props = { what?: string; children: ReactNode }

/** Code with a button that copies it as it is shown; what is too wide is scrolled by keyboard too. */
export function CopiedCode({ what = 'code', children }: Props) {
  const { copy, copied } = useClipboard({ timeout: 1500 })
  const code = useRef<HTMLPreElement>(null)
  const name = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  return (
    <div className={`${classes['code']} ${colors['colors']}`}>
      <Box component="pre" ref={code} tabIndex={0} role="region" aria-label={name}>
        {children}
      </Box>
      <span className={classes['copy']}>
        <CopyIcon copied={copied} copy={() => copy(code.current?.textContent ?? '')} what={what} />
      </span>
    </div>
  )
}
