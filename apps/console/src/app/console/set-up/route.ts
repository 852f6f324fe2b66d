import { NextResponse, type NextRequest } from 'next/server'
import { graphql } from '~/data/generated'
import { askAs } from '~/session/ask'
import { handlePost } from '~/session/form-post'
import { signInWithNew } from '~/session/sign-in'

const InitialAdministratorCreate = graphql(`
  mutation InitialAdministratorCreate($input: InitialAdministratorCreateInput!) {
    initialAdministratorCreate(input: $input) {
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** Makes the first administrator and signs in at once. */
export const POST = (request: NextRequest) =>
  handlePost(request, ['token', 'username', 'email', 'password'], async (caller, input) => {
    const { initialAdministratorCreate } = await askAs(caller, InitialAdministratorCreate, { input })
    const { userErrors } = initialAdministratorCreate
    if (userErrors.length > 0) return NextResponse.json({ userErrors })
    return signInWithNew(caller, { login: input.username, password: input.password })
  })
