'use client'

import { createContext, type ReactNode, useContext } from 'react'

/** What the people who run it call this platform, and the address of their logo. */
export type Installation = { name?: string | undefined; logo?: string | undefined }

const InstallationContext = createContext<Installation>({})

export const InstallationProvider = ({
  installation,
  children,
}: {
  installation: Installation
  children: ReactNode
}) => <InstallationContext value={installation}>{children}</InstallationContext>

export const useInstallation = (): Installation => useContext(InstallationContext)
