import type { NextRequest } from 'next/server'
import { handlePost } from '~/session/form-post'
import { signIn } from '~/session/sign-in'

export const POST = (request: NextRequest) => handlePost(request, ['login', 'password'], signIn)
