import { registryHost } from '@engine/shared'

/** The number of workspaces whose current state was written by a version of the engine. */
export interface StateUse {
  readonly workspaces: number
  /** The number of them that are set to a newer version by now. */
  readonly behind: number
}

/** The number of workspaces that have a version of a module installed. */
export interface ModuleVersionUse {
  readonly version: string
  readonly workspaces: number
  /** The number of them for which a newer version is published: all or none. */
  readonly behind: number
}

/** A workspace that has a version of a module installed. */
export interface ModuleInstallation {
  /** Id of the workspace. */
  readonly id: string
  readonly workspaceName: string
  readonly organizationName: string
  readonly version: string
  /** The last day on which it was downloaded for the workspace, in UTC: `2026-03-01`. */
  readonly day: string
}

export const unused: StateUse = { workspaces: 0, behind: 0 }

/** The address of a provider of this platform's registry. */
export interface ProviderName {
  readonly namespace: string
  readonly name: string
}

/** Builds the source that states name for a provider of the registry at this URL, in lower case. */
export const sourceOf = (publicUrl: string, { namespace, name }: ProviderName): string =>
  `${registryHost(publicUrl)}/${namespace}/${name}`.toLowerCase()
