import type { InboxRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'

type Told = Omit<InboxRowFragment, 'id' | 'at' | 'readAt' | 'expiresAt'>

/** Text of an entry, and its link. */
export type Sentence = { text: string; path?: string }

const of = ({ module, version }: Told): string =>
  `Version ${version ?? ''} of ${module ? `${module.namespace}/${module.name}/${module.provider}` : 'a module'}`

const versionPath = ({ module, version }: Told): { path?: string } =>
  module && version !== null ? { path: paths.module(module, { version }) } : {}

const own = ({ organization }: Told): { path?: string } =>
  organization === null ? {} : { path: paths.organization(organization) }

const sentences: Record<Told['kind'], (told: Told) => Sentence> = {
  MODULE_VERSION_PUBLISHED: (told) => ({ text: `${of(told)} is published.`, ...versionPath(told) }),
  MODULE_VERSION_DEPRECATED: (told) => ({ text: `${of(told)} is deprecated.`, ...versionPath(told) }),
  MODULE_VERSION_REVOKED: (told) => ({
    text: `${of(told)} is revoked and can no longer be installed.`,
    ...versionPath(told),
  }),
  MODULE_SHARE_ENDED: (told) => ({
    text: `${told.producer} no longer shares its modules with ${told.organization}.`,
    ...own(told),
  }),
  PROVIDER_SHARE_ENDED: (told) => ({
    text: `${told.producer} no longer shares its private providers with ${told.organization}.`,
    ...own(told),
  }),
  ENGINE_VERSION_DEPRECATED: ({ version }) => ({
    text: `Engine version ${version} is deprecated, and your workspaces use it.`,
    path: paths.engineVersions({ search: version ?? '' }),
  }),
  ENGINE_VERSION_DISABLED: ({ version }) => ({
    text: `Engine version ${version} is disabled, and your workspaces use it.`,
    path: paths.engineVersions({ search: version ?? '' }),
  }),
  TOKEN_EXPIRES: ({ token }) => ({
    text: token === null ? 'One of your tokens expires soon.' : `Your token ${token} expires soon.`,
    path: paths.tokens(),
  }),
  INVITED: ({ organization }) => ({ text: `${organization} invites you to join.`, path: paths.overview() }),
  SHARING_REQUESTED: ({ organization, producer }) => ({
    text: `${organization} asks to use the modules of ${producer}.`,
    path: paths.organizationSharing(producer ?? '', { with: organization ?? '' }),
  }),
  SHARING_REQUEST_GRANTED: ({ organization, producer }) => ({
    text: `${producer} shares its modules with ${organization}, as you asked.`,
    path: paths.modulesOf(producer ?? ''),
  }),
  SHARING_REQUEST_DECLINED: (told) => ({
    text: `Your request for the modules of ${told.producer} was declined.`,
    ...own(told),
  }),
}

export const sentenceOf = (told: Told): Sentence => sentences[told.kind](told)
