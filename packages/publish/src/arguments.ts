import { parseArgs } from 'node:util'
import {
  hasReadableNumbers,
  isModuleName,
  isModuleProvider,
  isModuleVersion,
  isOrganizationName,
  isProviderName,
  largestVersionNumber,
} from '@engine/shared'
import { accessIn, demandExchange, demandPrivate, type Access, type Exchange } from './access.js'
import { usage } from './fault.js'

/** Place of a module, and the access to it. */
export interface Place {
  /** The platform's origin: scheme, host and port. */
  readonly url: string
  readonly access: Access
  readonly namespace: string
  readonly name: string
  readonly provider: string
}

/** Target of a module. */
export interface Target extends Place {
  readonly version: string
  /** True if a missing module is created. */
  readonly mayCreate: boolean
  /** Undefined: left as it is. */
  readonly description: string | undefined
  readonly sourceUrl: string | undefined
}

/** Module that a folder is compared with. */
export interface Compared extends Place {
  /** The number that it shall have; undefined while that is open. */
  readonly version: string | undefined
}

/** Platform that a mirror is imported into, and the access to it. */
export interface MirrorTarget {
  readonly url: string
  readonly access: Access
}

/** Target of a release of a provider. */
export interface ProviderTarget extends MirrorTarget {
  readonly namespace: string
  readonly name: string
  /** True if a missing provider is created. */
  readonly mayCreate: boolean
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'token'; readonly url: string; readonly exchange: Exchange }
  | { readonly kind: 'mirror'; readonly folder: string; readonly platform: MirrorTarget }
  | {
      readonly kind: 'provider'
      readonly folder: string
      readonly target: ProviderTarget
      /** The folder with the documentation of the version. */
      readonly docs: string | undefined
      /** True if the folder is only checked. */
      readonly isDry: boolean
    }
  | { readonly kind: 'dry run'; readonly folder: string; readonly compared: Compared | undefined }
  | { readonly kind: 'publish'; readonly folder: string; readonly target: Target }

const ofAll = {
  url: { type: 'string' },
  audience: { type: 'string' },
  organization: { type: 'string' },
  identity: { type: 'string' },
  'insecure-http': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const ofToken = { ...ofAll, scopes: { type: 'string' } } as const

const ofMirror = { ...ofAll, 'token-file': { type: 'string' } } as const

const ofProvider = {
  ...ofMirror,
  to: { type: 'string' },
  docs: { type: 'string' },
  'no-create': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const

const ofFolder = {
  ...ofAll,
  to: { type: 'string' },
  version: { type: 'string' },
  'token-file': { type: 'string' },
  description: { type: 'string' },
  'source-url': { type: 'string' },
  'no-create': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const

type Values = ReturnType<typeof parsed>['values']

/** Reads the command. Throws a `Fault` of wrong usage that names every option that is wrong or missing. */
export function commandIn(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = parsed(args)
  if (values.help) return { kind: 'help' }
  const [first, ...others] = positionals
  if (first === undefined) throw usage('which folder? engine-publish FOLDER --to NAMESPACE/NAME/PROVIDER …')
  if (first === 'token') return tokenCommandIn(values, others, env)
  if (first === 'mirror') return mirrorCommandIn(values, others, env)
  if (first === 'provider') return providerCommandIn(values, others, env)
  return folderCommandIn(first, values, others, env)
}

function mirrorCommandIn(
  values: Values,
  [folder, ...others]: readonly string[],
  env: NodeJS.ProcessEnv,
): Command {
  if (folder === undefined)
    throw usage('which folder? engine-publish mirror FOLDER …; a module in a folder of that name is ./mirror')
  const unknown = [...others, ...optionsBeside(ofMirror, values)]
  if (unknown.length > 0) throw usage(`engine-publish mirror takes no ${unknown.join(', ')}`)
  const url = originIn(values, env)
  return { kind: 'mirror', folder, platform: { url, access: accessIn(url, values, env) } }
}

function providerCommandIn(
  values: Values,
  [folder, ...others]: readonly string[],
  env: NodeJS.ProcessEnv,
): Command {
  if (folder === undefined)
    throw usage(
      'which folder? engine-publish provider FOLDER --to NAMESPACE/NAME …; a module in a folder of that name is ./provider',
    )
  const unknown = [...others, ...optionsBeside(ofProvider, values)]
  if (unknown.length > 0) throw usage(`engine-publish provider takes no ${unknown.join(', ')}`)
  if (values.to === undefined) throw usage('--to NAMESPACE/NAME is missing')
  if (values.docs === '') throw usage('--docs names no folder')
  const [namespace = '', name = '', ...rest] = values.to.split('/')
  if (!isOrganizationName(namespace) || !isProviderName(name) || rest.length > 0)
    throw usage(`--to ${values.to} is no address of a provider such as acme/cloud: NAMESPACE/NAME`)
  const url = originIn(values, env)
  const organization = values.organization || namespace
  const access = accessIn(url, { ...values, organization }, env)
  return {
    kind: 'provider',
    folder,
    target: { url, access, namespace, name, mayCreate: !values['no-create'] },
    docs: values.docs,
    isDry: values['dry-run'] === true,
  }
}

function tokenCommandIn(values: Values, others: readonly string[], env: NodeJS.ProcessEnv): Command {
  const unknown = [...others, ...optionsBeside(ofToken, values)]
  if (unknown.length > 0)
    throw usage(`engine-publish token takes no ${unknown.join(', ')}; a folder of that name is ./token`)
  const url = originIn(values, env)
  return { kind: 'token', url, exchange: demandExchange(url, values, env) }
}

function folderCommandIn(
  folder: string,
  values: Values,
  others: readonly string[],
  env: NodeJS.ProcessEnv,
): Command {
  if (others.length > 0) throw usage(`one folder at a time, not also ${others.join(', ')}`)
  const unknown = optionsBeside(ofFolder, values)
  if (unknown.length > 0) {
    const command = unknown.includes('--docs') ? 'provider' : 'token'
    throw usage(`${unknown.join(', ')} is an option of engine-publish ${command} alone`)
  }

  const address = values.to === undefined ? undefined : addressIn(values.to)
  if (values.version !== undefined && !isModuleVersion(values.version))
    throw usage(`--version ${values.version} is no semantic version such as 1.2.3 (without a v)`)
  if (values.version !== undefined && !hasReadableNumbers(values.version))
    throw usage(`--version ${values.version} has a number above ${largestVersionNumber}, which no CLI reads`)
  if (values['dry-run'] && !address) return { kind: 'dry run', folder, compared: undefined }

  if (!address) throw usage('--to NAMESPACE/NAME/PROVIDER is missing')
  const { version } = values
  if (!values['dry-run'] && version === undefined) throw usage('--version is missing')
  const url = originIn(values, env)
  const organization = values.organization || address.namespace
  const place = { url, access: accessIn(url, { ...values, organization }, env), ...address }
  if (values['dry-run'] || version === undefined)
    return { kind: 'dry run', folder, compared: { ...place, version } }
  return {
    kind: 'publish',
    folder,
    target: {
      ...place,
      version,
      mayCreate: !values['no-create'],
      description: values.description,
      sourceUrl: values['source-url'],
    },
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...ofFolder, ...ofProvider, ...ofToken },
    })
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error))
  }
}

const optionsBeside = (known: object, values: Values): string[] =>
  Object.keys(values)
    .filter((each) => !(each in known))
    .map((each) => `--${each}`)

function addressIn(text: string): Pick<Place, 'namespace' | 'name' | 'provider'> {
  const [namespace = '', name = '', provider = '', ...rest] = text.split('/')
  const isAddress = isOrganizationName(namespace) && isModuleName(name) && isModuleProvider(provider)
  if (!isAddress || rest.length > 0)
    throw usage(`--to ${text} is no address such as acme/network/aws: NAMESPACE/NAME/PROVIDER`)
  return { namespace, name, provider }
}

function originIn(values: Values, env: NodeJS.ProcessEnv): string {
  const text = values.url || env['ENGINE_URL']
  if (!text) throw usage('the address of the platform is missing: --url, or the variable ENGINE_URL')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw usage(`the address ${text} is none such as https://engine.example.com`)
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw usage(`the address ${url.origin}… must end after the host and the port`)
  demandPrivate(url, values['insecure-http'])
  return url.origin
}
