import { FieldResolver, Resolver, Root } from 'type-graphql'
import { UserType } from './users.types.js'
import { MemberType } from '../teams/teams.types.js'

const verified = {
  description:
    'Whether the address was proven to be the user’s; nothing is granted because of one that was not.',
}

@Resolver(() => UserType)
export class UserEmailResolver {
  @FieldResolver(() => Boolean, verified)
  emailVerified(@Root() { emailProof }: UserType): boolean {
    return emailProof !== null
  }
}

@Resolver(() => MemberType)
export class MemberEmailResolver {
  @FieldResolver(() => Boolean, verified)
  emailVerified(@Root() { emailProof }: MemberType): boolean {
    return emailProof !== null
  }
}
