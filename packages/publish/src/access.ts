import { readFileSync } from 'node:fs'
import { usage } from './fault.js'

/** Credentials of the program at the platform: a given token, or an exchange that gets it one. */
export type Access = { readonly token: string } | Exchange

/** The CI system's word for the job that runs, and what is wanted for it. */
export interface Exchange {
  readonly proof: Proof
  /**
   * Organization of the identity; undefined: the platform knows it if the issuer is for one organization
   * alone.
   */
  readonly organization: string | undefined
  readonly identity: string | undefined
  /** Undefined: all that the identity may do. */
  readonly scopes: readonly string[] | undefined
}

/** A JWT that the job was given, or what it gets one by. */
export type Proof = { readonly jwt: string } | IdTokenRequest

export interface IdTokenRequest {
  readonly url: string
  readonly bearer: string
  readonly audience: string
}

export interface AccessOptions {
  readonly 'token-file'?: string | undefined
  readonly audience?: string | undefined
  readonly organization?: string | undefined
  readonly identity?: string | undefined
  readonly scopes?: string | undefined
  readonly 'insecure-http'?: boolean | undefined
}

const idTokens =
  'in CI the variable ENGINE_ID_TOKEN (id_tokens of GitLab) or the permission id-token: write (GitHub)'

/** Reads the access, never from an argument: all users of the machine may read those. */
export function accessIn(url: string, options: AccessOptions, env: NodeJS.ProcessEnv): Access {
  const token = givenToken(options['token-file'], env)
  const access = token === undefined ? exchangeIn(url, options, env) : { token }
  if (!access)
    throw usage(`the token is missing: --token-file, the variable ENGINE_TOKEN, or without one ${idTokens}`)
  return access
}

/** Demands an exchange, for a token that is shown: a given token is not looked for. */
export function demandExchange(url: string, options: AccessOptions, env: NodeJS.ProcessEnv): Exchange {
  const exchange = exchangeIn(url, options, env)
  if (exchange) return exchange
  throw usage(
    `there is nothing to exchange for a token: ${idTokens}; what --token-file or ENGINE_TOKEN holds is a token already`,
  )
}

/** A secret goes over plain http only to this very machine, unless `--insecure-http` is given. */
export function demandPrivate({ protocol, hostname, origin }: URL, isInsistent: boolean | undefined): void {
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (protocol === 'http:' && !isHere && !isInsistent)
    throw usage(`${origin} would send the token in the clear: use https, or insist by --insecure-http`)
}

/** Tells whether a header and a terminal can take a text. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

function givenToken(file: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  if (file === undefined) return secretIn(env, 'ENGINE_TOKEN')
  const token = contentsOf(file).trim()
  if (token === '') throw usage('the token is missing: --token-file names an empty file')
  return demandToken(token, '--token-file')
}

function exchangeIn(url: string, options: AccessOptions, env: NodeJS.ProcessEnv): Exchange | undefined {
  const jwt = secretIn(env, 'ENGINE_ID_TOKEN')
  const proof =
    jwt === undefined ? requestIn(options.audience || url, options['insecure-http'], env) : { jwt }
  return (
    proof && {
      proof,
      organization: options.organization || undefined,
      identity: options.identity || undefined,
      scopes: options.scopes?.split(/[\s,]+/).filter((each) => each !== ''),
    }
  )
}

/** GitHub's way, which Forgejo and Gitea follow. */
function requestIn(
  audience: string,
  isInsistent: boolean | undefined,
  env: NodeJS.ProcessEnv,
): IdTokenRequest | undefined {
  const name = 'ACTIONS_ID_TOKEN_REQUEST_URL'
  const address = env[name]
  const bearer = secretIn(env, 'ACTIONS_ID_TOKEN_REQUEST_TOKEN')
  if (!address || bearer === undefined) return undefined
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw usage(`the variable ${name} holds no address`)
  demandPrivate(url, isInsistent)
  url.search += `${url.search && '&'}audience=${encodeURIComponent(audience)}`
  return { url: url.href, bearer, audience }
}

/** Undefined where the variable is empty too, as a secret is in CI that is not there. */
function secretIn(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name]?.trim()
  return text ? demandToken(text, name) : undefined
}

function demandToken(text: string, where: string): string {
  if (!isToken(text)) throw usage(`${where} holds characters that no token has`)
  return text
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usage(`--token-file cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
