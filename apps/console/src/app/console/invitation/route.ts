import { NextResponse, type NextRequest } from 'next/server'
import { handlePost } from '~/session/form-post'
import { acceptInvitation } from '~/session/invitations'
import { signInWithNew } from '~/session/sign-in'

/** Uses a one-time link, and signs in at once with the password it set. */
export const POST = (request: NextRequest) =>
  handlePost(request, ['token', 'username', 'password', 'endTokens'], async (caller, given) => {
    const { endTokens, ...input } = given
    const outcome = await acceptInvitation(caller, { ...input, keepTokens: endTokens !== 'yes' })
    if ('userErrors' in outcome) return NextResponse.json(outcome)
    return signInWithNew(caller, { login: outcome.username, password: input.password })
  })
