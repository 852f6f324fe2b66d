import type { PublicAnswer } from '../../kernel/public-registry.js'
import type { AuditEntry } from '../audit/audit.js'
import type { OriginFile } from '../origin-files/origin-file.js'

/** A document of the protocol that is kept: the versions of a module, or where its archive is. */
export interface ModuleRequest {
  readonly namespace: string
  readonly name: string
  readonly provider: string
  readonly part: 'versions' | 'download' | `${string}/download`
}

/** An answer of the public registry that is kept here; `sha256` is the digest of the archive that was first seen. */
export interface ModuleDocument {
  readonly id: string
  readonly origin: string
  /** `namespace/name/provider` in lower case. */
  readonly address: string
  readonly part: string
  /** The place of the archive; null for a list of versions. */
  readonly location: string | null
  readonly sha256: string | null
  readonly alteredSha256: string | null
  readonly usedAt: Date
}

/** A version of a public module whose archive was seen, and which other archive its origin sent later. */
export interface SeenModule {
  readonly id: string
  readonly origin: string
  readonly address: string
  readonly version: string
  readonly sha256: string
  /** Null where the origin sends the archive that was first seen. */
  readonly alteredSha256: string | null
  readonly alteredAt: Date | null
}

/** The answer to a client; an archive is delivered from here. */
export type PublicModuleAnswer = PublicAnswer | ModuleArchiveAnswer

export interface ModuleArchiveAnswer extends ModuleArchiveAddress {
  readonly kind: 'archive'
  /** The folder of the archive that is the module, as the origin writes it; empty for the whole. */
  readonly folder: string
  /** The parameters for the engine: the form of the archive, and its checksum where the origin gives one. */
  readonly query: string
}

/** The name of an archive, as links have it. */
export interface ModuleArchiveAddress {
  readonly documentId: string
  readonly filename: string
}

/** An archive for the caller of a link; `file` is undefined while it is not stored here. */
export interface LinkedArchive {
  readonly document: ModuleDocument
  readonly filename: string
  /** The address at the origin. */
  readonly url: string
  readonly file: OriginFile | undefined
}

/** An archive over https, as the engine takes its address apart. */
export interface ModuleArchive extends Pick<ModuleArchiveAnswer, 'filename' | 'folder' | 'query'> {
  /** The address that is fetched. */
  readonly url: URL
}

/** Forms of archives that every engine unpacks, by the ends of their names; the longest first. */
const forms = ['tar.bz2', 'tar.gz', 'tar.xz', 'tbz2', 'tgz', 'txz', 'zip']

/** Parameters that are for the engine, and not for the server. */
const ofTheEngine = ['archive', 'checksum']

/** Returns the path of a document at its registry. */
export const pathOf = ({ namespace, name, provider, part }: ModuleRequest): string =>
  `/v1/modules/${namespace}/${name}/${provider}/${part}`

export const addressOf = ({ namespace, name, provider }: ModuleRequest): string =>
  `${namespace}/${name}/${provider}`.toLowerCase()

/** Returns the version that a document is about; undefined for the newest one. */
export const versionOf = ({ part }: Pick<ModuleDocument, 'part'>): string | undefined =>
  /^(.+)\/download$/.exec(part)?.[1]

/** Reads where the archive of a version is; undefined for a place that is no archive over https. */
export function archiveOf(document: ModuleDocument): ModuleArchive | undefined {
  const { location, address } = document
  const version = versionOf(document)
  const [, path = '', folder = '', given = ''] =
    /^(https:\/\/[^?]+?)(?:\/\/([^?]*))?(?:\?(.*))?$/.exec(location ?? '') ?? []
  if (version === undefined || !URL.canParse(path)) return undefined
  const parameters = given.split('&').filter((each) => each !== '')
  const nameIn = (parameter: string): string => parameter.split('=')[0] ?? ''
  const url = new URL(path)
  url.search = parameters.filter((each) => !ofTheEngine.includes(nameIn(each))).join('&')
  const query = new URLSearchParams(given)
  const wanted = query.get('archive') || forms.find((form) => url.pathname.endsWith(`.${form}`))
  const form = forms.find((each) => each === wanted)
  if (form === undefined || url.username !== '' || url.password !== '') return undefined
  const checksum = parameters.filter((each) => nameIn(each) === 'checksum')
  const [, name = '', provider = ''] = address.split('/')
  return {
    ...{ url, folder, filename: `${name}-${provider}-${version}.${form}` },
    query: [`archive=${form}`, ...checksum].join('&'),
  }
}

/** Creates the entry of the audit log for what happens to the archive of a version. */
export const publicModuleEntry = (
  action: AuditEntry['action'],
  { id, origin, address, version }: SeenModule,
): AuditEntry => ({
  action,
  subject: { type: 'public-module', id, name: `${origin}/${address} ${version}` },
})
