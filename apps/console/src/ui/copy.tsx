'use client'

import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies a text; `what` names it, such as `checksum for linux amd64`. */
export function Copy({ text, what }: { text: string; what: string }) {
  return (
    <CopyButton value={text} timeout={1500}>
      {({ copied, copy }) => <CopyIcon copied={copied} copy={copy} what={what} />}
    </CopyButton>
  )
}

type IconProps = { copied: boolean; copy: () => void; what: string }

export const CopyIcon = ({ copied, copy, what }: IconProps) => (
  <ActionIcon
    variant="subtle"
    color={copied ? 'green' : 'gray'}
    size="sm"
    onClick={copy}
    title={copied ? 'Copied' : 'Copy'}
    aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
  >
    {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
  </ActionIcon>
)
