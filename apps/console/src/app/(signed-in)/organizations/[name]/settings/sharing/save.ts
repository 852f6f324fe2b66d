'use client'

import { useQueryClient } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { useChange } from '~/data/use-change'
import type { UserError } from '~/data/user-errors'
import { paths } from '~/paths'
import type { Saved } from '~/shell/record-form'
import type { Outcome } from '~/shell/submission'
import { confirm } from '~/ui/confirm'
import { count } from '~/ui/plural'
import { OrganizationUpdate } from '~/app/(signed-in)/organizations/changes'
import { previewInputOf, type SharingChoice } from './choice'
import type { Sharing } from './load'
import { SharingPreviewQuery } from './queries'

/** Replaces the list of those that may use the modules, which ends sharing with all. */
const OrganizationConsumersSet = graphql(`
  mutation OrganizationConsumersSet($input: SiteOrganizationModuleConsumersSetInput!) {
    siteOrganizationModuleConsumersSet(input: $input) {
      organization {
        updatedAt
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** Saves with whom an organization shares. Who would lose something is shown first, and a reason is asked for. */
export function useSaveSharing(): (base: Sharing, choice: SharingChoice) => Promise<Outcome<Saved>> {
  const client = useQueryClient()
  const update = useChange(OrganizationUpdate)
  const setConsumers = useChange(OrganizationConsumersSet)

  async function countLosers(name: string, choice: SharingChoice): Promise<number> {
    const variables = { name, input: previewInputOf(choice) }
    const { siteOrganization } = await client.fetchQuery(query(SharingPreviewQuery, variables))
    return siteOrganization?.sharingPreview.loses.totalCount ?? 0
  }

  async function send(
    { organization: { id, name, updatedAt } }: Sharing,
    { mode, consumers }: SharingChoice,
    reason?: string,
  ): Promise<Outcome<Saved>> {
    const input = { id, expectedUpdatedAt: updatedAt, reason }
    const { organization: saved, userErrors } =
      mode === 'all'
        ? await update.mutateAsync({ ...input, globalModuleSharing: true })
        : await setConsumers.mutateAsync({ ...input, consumers: mode === 'some' ? consumers : [] })
    if (!saved) return userErrors.map(aboutTheList)
    return { done: `The module sharing of ${name} is saved.`, path: paths.organization(name) }
  }

  return async (base, choice) => {
    const { name } = base.organization
    const losers = await countLosers(name, choice)
    if (losers === 0) return send(base, choice)
    return new Promise((resolve) => {
      let outcome: Outcome<Saved> = []
      confirm({
        title: `Remove access to the modules of ${name}?`,
        children: `${count(losers, 'organization')} will lose access. Runs there that need one of these modules fail.`,
        action: 'Save sharing',
        danger: true,
        askReason: 'required',
        run: async (reason) => {
          outcome = await send(base, choice, reason)
          return []
        },
        onClose: () => resolve(outcome),
      })
    })
  }
}

/** A fault of one name stands under the list as a whole. */
const aboutTheList = (error: UserError): UserError =>
  error.field[0] === 'consumers' ? { ...error, field: ['consumers'] } : error
