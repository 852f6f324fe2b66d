import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isModuleName, isModuleProvider, isModuleVersion, isOrganizationName } from '@engine/shared'
import { Fault } from './fault.js'

/** Where a module is, and by which token. */
export interface Place {
  /** The platform's origin: scheme, host and port. */
  readonly url: string
  readonly token: string
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
  | { readonly kind: 'dry run'; readonly folder: string; readonly compared: Compared | undefined }
  | { readonly kind: 'publish'; readonly folder: string; readonly target: Target }

/** What was asked for. Throws a `Fault` of wrong usage that names every option that is wrong or missing. */
export function commandIn(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = parsed(args)
  if (values.help) return { kind: 'help' }
  const [folder, ...others] = positionals
  if (folder === undefined) throw usage('which folder? engine-publish FOLDER --to NAMESPACE/NAME/PROVIDER …')
  if (others.length > 0) throw usage(`one folder at a time, not also ${others.join(', ')}`)

  const address = values.to === undefined ? undefined : addressIn(values.to)
  if (values.version !== undefined && !isModuleVersion(values.version))
    throw usage(`--version ${values.version} is no semantic version such as 1.2.3 (without a v)`)
  if (values['dry-run'] && !address) return { kind: 'dry run', folder, compared: undefined }

  if (!address) throw usage('--to NAMESPACE/NAME/PROVIDER is missing')
  const url = values.url || env['ENGINE_URL']
  const { version } = values
  if (!values['dry-run'] && version === undefined) throw usage('--version is missing')
  if (!url) throw usage('the address of the platform is missing: --url, or the variable ENGINE_URL')
  const place = {
    url: originIn(url, values['insecure-http'] ?? false),
    token: tokenIn(values['token-file'], env),
    ...address,
  }
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
      options: {
        to: { type: 'string' },
        version: { type: 'string' },
        url: { type: 'string' },
        'token-file': { type: 'string' },
        description: { type: 'string' },
        'source-url': { type: 'string' },
        'no-create': { type: 'boolean' },
        'insecure-http': { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error))
  }
}

function addressIn(text: string): Pick<Place, 'namespace' | 'name' | 'provider'> {
  const [namespace = '', name = '', provider = '', ...rest] = text.split('/')
  const isAddress = isOrganizationName(namespace) && isModuleName(name) && isModuleProvider(provider)
  if (!isAddress || rest.length > 0)
    throw usage(`--to ${text} is no address such as acme/network/aws: NAMESPACE/NAME/PROVIDER`)
  return { namespace, name, provider }
}

/** A token goes over plain http only to this very machine, unless `--insecure-http` is given. */
function originIn(text: string, isInsistent: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw usage(`the address ${text} is none such as https://engine.example.com`)
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw usage(`the address ${url.origin}… must end after the host and the port`)
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !isHere && !isInsistent)
    throw usage(`${url.origin} would send the token in the clear: use https, or insist by --insecure-http`)
  return url.origin
}

/** Never an argument: all users of the machine may read those. */
function tokenIn(file: string | undefined, env: NodeJS.ProcessEnv): string {
  const token = (file === undefined ? (env['ENGINE_TOKEN'] ?? '') : contentsOf(file)).trim()
  if (token === '') throw usage('the token is missing: the variable ENGINE_TOKEN, or --token-file')
  if (/[^\x21-\x7e]/.test(token)) throw usage('the token holds characters that no token has')
  return token
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usage(`--token-file cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function usage(message: string): Fault {
  return new Fault('usage', `${message}\nengine-publish --help tells more`)
}
