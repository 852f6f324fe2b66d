'use client'

import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'
import { dialogs } from '../ui/dialogs/dialogs'

export function Modals() {
  useEffect(() => dialogs.arrived(), [])
  return <ModalsProvider />
}
