'use client'

import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'
import { dialogs } from '../ui/dialogs'

/** Where dialogs are shown that belong to no page. */
export function Modals() {
  useEffect(() => dialogs.arrived(), [])
  return <ModalsProvider />
}
