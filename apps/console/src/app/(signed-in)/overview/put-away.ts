import { change } from '~/data/use-change'

/** Puts the failed upload of a version away, for all who could repeat it. */
export const putAwayUpload = (id: string, label: string) => ({
  change: change('failedUploadPutAway', { id }),
  question: {
    title: `Put away the failed upload of ${label}?`,
    body: 'It is no longer shown as a problem to anyone. It is back if it is uploaded again and fails.',
    confirm: 'Put away',
    reason: true as const,
  },
  done: `The failed upload of ${label} is put away.`,
})
