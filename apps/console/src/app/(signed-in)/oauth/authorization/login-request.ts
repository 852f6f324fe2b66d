import { cliLogin, isCliRedirect, isCodeChallenge } from '@engine/shared'
import type { CliLoginAuthorizeInput } from '~/data/generated/graphql'

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** Returns what the CLI requests in the address that it opened; undefined if no CLI would request it. */
export function loginRequestOf(query: Query): CliLoginAuthorizeInput | undefined {
  const text = (name: string): string => {
    const value = query[name]
    return typeof value === 'string' ? value : ''
  }
  const request = {
    clientId: text('client_id'),
    redirectUri: text('redirect_uri'),
    responseType: text('response_type'),
    codeChallenge: text('code_challenge'),
    codeChallengeMethod: text('code_challenge_method'),
    state: text('state'),
  }
  const isRight =
    request.clientId === cliLogin.client &&
    isCliRedirect(request.redirectUri) &&
    request.responseType === 'code' &&
    isCodeChallenge(request.codeChallenge) &&
    request.codeChallengeMethod === 'S256' &&
    request.state !== ''
  return isRight ? request : undefined
}
