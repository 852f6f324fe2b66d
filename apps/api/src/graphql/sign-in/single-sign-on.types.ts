import { Field, InputType, ObjectType } from 'type-graphql'
import { enumOf } from '../enums.js'
import { signOnProblems, type SignOnProblem, type UserSignOn } from '../../domain/sign-in/single-sign-on.js'
import { Payload } from '../mutations.js'
import { SignedInPayload } from './sign-in.types.js'

const formerProblem = 'NO_EMAIL'
const problems = enumOf('SingleSignOnProblem', [...signOnProblems, formerProblem], {
  description: 'Why the sign-in failed.',
  valuesConfig: {
    DECLINED: { description: 'The provider said no.' },
    UNPROVEN: { description: 'What came back is not what was asked for, or came too late.' },
    NO_EMAIL: {
      description: 'The provider knows no address of the person.',
      deprecationReason: 'An account no longer needs an address.',
    },
    EMAIL_TAKEN: {
      description: 'Another account has proven the address; it is not taken for the same person.',
    },
    SUSPENDED: { description: 'The account may not be used.' },
    NOT_SET_UP: { description: 'There is no user yet, and the first has to be a site administrator.' },
  },
})

@ObjectType('SingleSignOn', { description: 'The OpenID provider that people sign in with.' })
export class SingleSignOnType {
  @Field(() => String, { description: 'As people call it.' })
  name!: string
}

@ObjectType('UserSignOn', { description: 'The way of single sign-on to an account.' })
export class UserSignOnType implements UserSignOn {
  @Field(() => String, {
    nullable: true,
    description: 'The address of the provider that leads to it; null where none does.',
  })
  issuer!: string | null

  @Field(() => Boolean, {
    description:
      'Whether a site administrator freed it: the next sign-in by its verified address is linked to it.',
  })
  isFreed!: boolean
}

@InputType()
export class SingleSignOnStartInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Asks people who are signed in there to prove it again.',
  })
  asksAgain?: boolean | null
}

@ObjectType('SingleSignOnFlow', {
  description: 'Stored only by the browser that began, until it comes back.',
})
@InputType('SingleSignOnFlowInput')
export class SingleSignOnFlow {
  @Field(() => String)
  state!: string

  @Field(() => String)
  nonce!: string

  @Field(() => String)
  codeVerifier!: string

  @Field(() => Date, { nullable: true, description: 'The proof has to be a later one.' })
  authenticatedAfter?: Date | null | undefined
}

@ObjectType()
export class SingleSignOnStartPayload extends Payload {
  @Field(() => String, { nullable: true, description: 'Where the browser goes.' })
  url?: string

  @Field(() => SingleSignOnFlow, { nullable: true })
  flow?: SingleSignOnFlow
}

@InputType()
export class SingleSignOnFinishInput {
  @Field(() => SingleSignOnFlow)
  flow!: SingleSignOnFlow

  @Field(() => String, { description: 'The query that the browser came back with.' })
  answer!: string
}

@ObjectType()
export class SingleSignOnFinishPayload extends SignedInPayload {
  @Field(() => problems, { nullable: true })
  problem?: SignOnProblem

  @Field(() => String, { nullable: true, description: 'A bearer token, as of `signIn`.' })
  token?: string
}
