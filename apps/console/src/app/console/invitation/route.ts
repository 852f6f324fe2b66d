import { NextResponse, type NextRequest } from 'next/server'
import { handlePost } from '../../../session/form-post'
import { acceptInvitation } from '../../../session/invitations'
import { signIn } from '../../../session/sign-in'

/** Uses a one-time link, and signs in at once with the password it set. */
export const POST = (request: NextRequest) =>
  handlePost(request, ['token', 'username', 'password'], async (caller, input) => {
    const outcome = await acceptInvitation(caller, input)
    if ('userErrors' in outcome) return NextResponse.json(outcome)
    return signIn(caller, { login: outcome.username, password: input.password })
  })
