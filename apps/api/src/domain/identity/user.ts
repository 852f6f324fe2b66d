import {
  emailMaximumLength,
  isEmail,
  isUsername,
  passwordMaximumLength,
  usernameMaximumLength,
} from '@engine/shared'
import { passwordMinimumLength } from '@engine/shared'
import { text } from '../../kernel/input.js'

export interface User {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly isSiteAdmin: boolean
  readonly suspendedAt: Date | null
  readonly createdAt: Date
}

export const userCreation = {
  username: text(usernameMaximumLength, isUsername),
  email: text(emailMaximumLength, isEmail),
  password: text(passwordMaximumLength, (password) => password.length >= passwordMinimumLength),
}

/** `login` is a user name or an e-mail address. */
export const signInInput = { login: text(emailMaximumLength), password: text(passwordMaximumLength) }
