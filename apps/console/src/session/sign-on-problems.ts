import type { SingleSignOnProblem } from '../data/generated/graphql'

export type SignOnProblem = SingleSignOnProblem | 'UNAVAILABLE'

/** Reasons why single sign-on failed, and what to do next. */
const texts: Readonly<Record<SignOnProblem, { title: string; what: string }>> = {
  DECLINED: {
    title: 'You were not signed in there',
    what: 'The provider refused, or you left its page. Try again; if it refuses you, ask its administrator.',
  },
  UNPROVEN: {
    title: 'That sign-in took too long, or was begun in another browser',
    what: 'Begin again here, in one tab, and finish within a quarter of an hour.',
  },
  NO_EMAIL: {
    title: 'The provider knows no e-mail address of you',
    what: 'An account here needs one that is yours. Ask an administrator of the provider to add and confirm it.',
  },
  EMAIL_TAKEN: {
    title: 'Another account here has your e-mail address',
    what: 'The address alone does not prove that it is yours. Sign in to that account with its password and change its address, or ask a site administrator to.',
  },
  SUSPENDED: {
    title: 'Your account is suspended',
    what: 'Ask a site administrator why, and to let you in again.',
  },
  NOT_SET_UP: {
    title: 'This platform is not set up yet',
    what: 'Create the first administrator with the set-up link that the start printed, then sign in again.',
  },
  UNAVAILABLE: {
    title: 'The provider does not answer, or refuses this platform',
    what: 'You cannot fix this. Try again in a moment; if it still fails, tell a site administrator: the log of the platform says why. Meanwhile you can sign in with a password.',
  },
}

/** Undefined for what is no problem that we know. */
export const signOnProblemText = (problem: unknown) =>
  typeof problem === 'string' && Object.hasOwn(texts, problem) ? texts[problem as SignOnProblem] : undefined
