'use client'

import { Tooltip } from '@mantine/core'
import type { RefObject } from 'react'

type Props = { reason: string; target: RefObject<HTMLElement | null>; opened: boolean }

/** Shows on hover and on focus why a button does nothing. */
export const ReasonTooltip = ({ reason, target, opened }: Props) => (
  <Tooltip label={reason} target={target} opened={opened} />
)
