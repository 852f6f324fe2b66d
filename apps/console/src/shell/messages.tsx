'use client'

import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { toasts } from '../ui/feedback/toast'

export function Messages() {
  useEffect(() => toasts.arrived(), [])
  return <Notifications position="bottom-right" limit={4} />
}
