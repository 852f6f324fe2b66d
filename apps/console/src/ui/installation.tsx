'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { Installation } from './product-name'

const InstallationContext = createContext<Installation>({})

export const InstallationProvider = ({
  installation,
  children,
}: {
  installation: Installation
  children: ReactNode
}) => <InstallationContext value={installation}>{children}</InstallationContext>

export const useInstallation = (): Installation => useContext(InstallationContext)
