import { parseArgs } from 'node:util'
import {
  hasReadableNumbers,
  isModuleName,
  isModuleProvider,
  isModuleVersion,
  isOrganizationName,
  largestVersionNumber,
} from '@engine/shared'
import { accessIn, demandExchange, demandPrivate, type Access, type Exchange } from './access.js'
import { usage } from './fault.js'

/** Where a module is, and by what one gets there. */
export interface Place {
  /** The platform's origin: scheme, host and port. */
  readonly url: string
  readonly access: Access
  readonly namespace: string
  readonly name: string
  readonly provider: string
}

/** Where a module goes. */
export interface Target extends Place {
  readonly version: string
  /** Whether a module that is not there is created. */
  readonly mayCreate: boolean
  /** Undefined: left as it is. */
  readonly description: string | undefined
  readonly sourceUrl: string | undefined
}

/** What a folder is compared with. */
export interface Compared extends Place {
  /** The number that it shall have; undefined while that is open. */
  readonly version: string | undefined
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'token'; readonly url: string; readonly exchange: Exchange }
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

/** What was asked for. Throws a `Fault` of wrong usage that names every option that is wrong or missing. */
export function commandIn(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = parsed(args)
  if (values.help) return { kind: 'help' }
  const [first, ...others] = positionals
  if (first === undefined) throw usage('which folder? engine-publish FOLDER --to NAMESPACE/NAME/PROVIDER …')
  return first === 'token' ? tokenCommandIn(values, others, env) : folderCommandIn(first, values, others, env)
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
  if (unknown.length > 0) throw usage(`${unknown.join(', ')} is an option of engine-publish token alone`)

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
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...ofFolder, ...ofToken } })
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
