'use client'

import { useQueryClient } from '@tanstack/react-query'
import { query } from '~/data/query'
import type { UserError } from '~/data/user-errors'
import { confirm } from '~/ui/confirm'
import { count } from '~/ui/plural'
import { toastDone } from '~/ui/toast'
import { useSetConsumers, useUpdateOrganization } from '~/app/(signed-in)/organizations/changes'
import { previewInputOf, type SharingChoice } from './choice'
import type { Sharing } from './load'
import { SharingPreviewQuery } from './queries'

type Outcome = 'saved' | readonly UserError[]

/** Saves with whom an organization shares. Who would lose something is shown first, and a reason is asked for. */
export function useSaveSharing({ organization }: Sharing): (choice: SharingChoice) => Promise<Outcome> {
  const client = useQueryClient()
  const update = useUpdateOrganization()
  const setConsumers = useSetConsumers()
  const { id, name, updatedAt: expectedUpdatedAt } = organization

  async function countLosers(choice: SharingChoice): Promise<number> {
    const variables = { name, input: previewInputOf(choice) }
    const { siteOrganization } = await client.fetchQuery(
      query('organizations', SharingPreviewQuery, variables),
    )
    return siteOrganization?.sharingPreview.loses.totalCount ?? 0
  }

  async function send({ mode, consumers }: SharingChoice, reason: string | undefined): Promise<Outcome> {
    const input = { id, expectedUpdatedAt, reason }
    const { organization: saved, userErrors } =
      mode === 'all'
        ? await update.mutateAsync({ ...input, globalModuleSharing: true })
        : await setConsumers.mutateAsync({ ...input, consumers: mode === 'some' ? consumers : [] })
    if (!saved) return userErrors.map(aboutTheList)
    toastDone(`The module sharing of ${name} is saved.`)
    return 'saved'
  }

  return async (choice) => {
    const losers = await countLosers(choice)
    if (losers === 0) return send(choice, undefined)
    return new Promise((resolve) => {
      let outcome: Outcome = []
      confirm({
        title: `Take the modules of ${name} away?`,
        children: `${count(losers, 'organization')} may not use them any more. Runs there that need one of these modules fail.`,
        action: 'Save sharing',
        danger: true,
        askReason: 'required',
        run: async (reason) => {
          outcome = await send(choice, reason)
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
