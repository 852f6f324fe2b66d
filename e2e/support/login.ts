import type { Api } from './platform.js'

const mutation = `mutation ($input: CliLoginAuthorizeInput!) {
  cliLoginAuthorize(input: $input) { redirectUrl userErrors { message } }
}`

/** Agrees to what the CLI asks for as the console does, and leads to where the CLI waits, as a browser would. */
export async function agreeAtApi({ apiUrl }: Api, session: string, url: string): Promise<void> {
  const { searchParams } = new URL(url)
  const text = (name: string): string => searchParams.get(name) ?? ''
  const input = {
    clientId: text('client_id'),
    redirectUri: text('redirect_uri'),
    responseType: text('response_type'),
    codeChallenge: text('code_challenge'),
    codeChallengeMethod: text('code_challenge_method'),
    state: text('state'),
  }
  const answer = await fetch(`${apiUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session}` },
    body: JSON.stringify({ query: mutation, variables: { input } }),
  })
  const { data } = (await answer.json()) as { data: { cliLoginAuthorize: { redirectUrl: string | null } } }
  const { redirectUrl } = data.cliLoginAuthorize
  if (redirectUrl === null) throw new Error(`No user agrees to ${url}: ${JSON.stringify(data)}`)
  try {
    const told = await fetch(redirectUrl)
    if (!told.ok) throw new Error(`The CLI answered ${told.status}: ${await told.text()}`)
  } catch (error) {
    if (!isCutShort(error)) throw error
  }
}

/** The CLI closes as soon as it has the code, now and then before its answer has left; it prints the outcome itself. */
function isCutShort(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error && 'code' in cause)) return false
  return cause.code === 'UND_ERR_SOCKET' || cause.code === 'ECONNRESET'
}
