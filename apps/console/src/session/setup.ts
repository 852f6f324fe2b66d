import { headers } from 'next/headers'
import { graphql } from '../data/generated'
import { askAs } from './ask'
import { callerOf } from './upstream'

const SetupQuery = graphql(`
  query Setup {
    setup {
      required
      hasPasswords
    }
    singleSignOn {
      name
    }
  }
`)

/** Returns what the sign-in page has to know without a session. */
export const signInOptions = async () => askAs(callerOf(await headers()), SetupQuery, {})
