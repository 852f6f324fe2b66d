import { headers } from 'next/headers'
import { graphql } from '../data/generated'
import { askAs } from './ask'
import { callerOf } from './upstream'

const SetupQuery = graphql(`
  query Setup {
    setup {
      required
    }
  }
`)

/** Whether the first administrator still has to be made. */
export async function isSetUpRequired(): Promise<boolean> {
  const { setup } = await askAs(callerOf(await headers()), SetupQuery, {})
  return setup.required
}
