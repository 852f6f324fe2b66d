'use client'

import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** Shows on hover and on focus why a button does nothing. */
export const ReasonTooltip = ({ reason, button }: { reason: string; button: ReactElement }) => (
  <Tooltip label={reason}>{button}</Tooltip>
)
