import type { NextRequest } from 'next/server'
import { handlePost } from '~/session/form-post'
import { verifySignIn } from '~/session/sign-in'

export const POST = (request: NextRequest) => handlePost(request, ['challenge', 'code'], verifySignIn)
