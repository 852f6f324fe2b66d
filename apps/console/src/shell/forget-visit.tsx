'use client'

import { useEffect } from 'react'
import { forgetThing } from './recent-things'
import { useViewer } from './viewer'

/** The thing of this address is gone: it is offered no more. */
export function ForgetVisit() {
  const { id } = useViewer().user
  useEffect(() => forgetThing(id, window.location.pathname), [id])
  return null
}
