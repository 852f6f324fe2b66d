'use client'

import type { ReactNode } from 'react'
import { type Change, useSend } from '../data/use-change'
import { messageOf, type UserError } from '../data/user-errors'
import type { Action } from '../ui/action-button'
import { confirm } from '../ui/dialogs/confirm'
import { toastDone, toastFailure } from '../ui/feedback/toast'

type Payload = { userErrors: readonly UserError[] }

/** Question before a change is made; see `Confirmation`. */
type Question = {
  title: string
  /** Effects of the change. */
  body: ReactNode
  /** The word on the button. */
  confirm: string
  danger?: boolean
  reason?: true | 'required'
  typed?: string | undefined
}

type ActionSpec<Answer extends Payload> = {
  /** Change to send; a function creates it with the reason. */
  change: Change<Answer> | ((reason: string | undefined) => Promise<Answer>)
  /** Question to confirm first; without one the change is made at once. */
  question?: Question
  /** Message afterwards, or a function that handles the answer. */
  done: string | ((answer: Answer) => void)
  /** Called afterwards. */
  after?: (() => void) | undefined
}

/** Asks, and does it when the answer is yes. Refusals are shown where it was asked, or else as a toast. */
export function useAsk() {
  const send = useSend()
  return <Answer extends Payload>({ change, question, done, after }: ActionSpec<Answer>): void => {
    const run = async (reason: string | undefined) => {
      const answer = await (typeof change === 'function' ? change(reason) : send(withReason(change, reason)))
      if (typeof done === 'string') return showOutcome(answer, done, after)
      if (answer.userErrors.length === 0) done(answer)
      return answer.userErrors.map(messageOf)
    }
    if (!question) return void run(undefined).then(toastRefusals, () => undefined)
    const { body, confirm: action, reason, ...rest } = question
    confirm({ ...rest, children: body, action, askReason: reason, run })
  }
}

/** An action as data: what it is called, what it sends, what is asked before and said after. */
export function useAct() {
  const ask = useAsk()
  return <Answer extends Payload>({
    change,
    question,
    done,
    after,
    ...shown
  }: Omit<Action, 'run'> & ActionSpec<Answer>): Action => ({
    ...shown,
    run: () => ask({ change, ...(question && { question }), done, after }),
  })
}

/** Shows the outcome of a change: returns its refusals to the dialog that asked, or says by a toast that it is done. */
export function showOutcome({ userErrors }: Payload, done: string, then?: () => void): string[] {
  if (userErrors.length > 0) return userErrors.map(messageOf)
  toastDone(done)
  then?.()
  return []
}

function toastRefusals(refusals: readonly string[]): void {
  if (refusals.length > 0) toastFailure(new Error(refusals.join('. ')))
}

const withReason = <Answer>({ document, input }: Change<Answer>, reason: string | undefined) => ({
  document,
  input: reason === undefined ? input : { ...input, reason },
})
