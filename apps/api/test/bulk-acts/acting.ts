import { anonymousContext } from '../anonymous-context.js'
import type { TestApp } from '../app.js'
import { mutate } from '../graphql/mutate.js'
import type { Person } from '../makers.js'
import { graphql } from '../rest.js'

export interface Counts {
  readonly waiting: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  readonly cancelled: number
}

interface Ended {
  readonly id: string
  readonly finishedAt: string | null
  readonly cancelledAt: string | null
  readonly undoneById: string | null
  readonly counts: Counts
  readonly targets: { readonly nodes: readonly { name: string; outcome: string; message: string | null }[] }
}

const fields = 'bulkAct { id kind settings reason userName finishedAt } userErrors { field code message }'

export interface Answer {
  readonly bulkAct: { readonly id: string } | null
  readonly userErrors: readonly { field: string[]; code: string; message: string }[]
}

/** Acts of a person on many things. */
export class Acting {
  constructor(
    readonly app: TestApp,
    readonly by: Person,
  ) {}

  async ask(mutation: string, input: object): Promise<Answer> {
    return (await mutate(this.app, this.by, mutation, input, fields)) as unknown as Answer
  }

  /** Starts an act; its id. */
  async start(input: object): Promise<string> {
    return idOf(await this.ask('bulkActStart', input))
  }

  async undo(id: string): Promise<string> {
    return idOf(await this.ask('bulkActUndo', { id }))
  }

  async preview(input: object): Promise<Record<string, unknown>> {
    const part = '{ count names }'
    const { data, errors } = await graphql(
      this.app,
      this.by,
      `query ($input: BulkActPreviewInput!) { bulkActPreview(input: $input) {
        total changing ${part} unchanged ${part} refused { reason count names }
        gains { isAll count names } loses { isAll count names } } }`,
      { input },
    )
    if (errors) throw new Error(errors[0]?.message)
    return data['bulkActPreview'] as Record<string, unknown>
  }

  async look(id: string): Promise<Ended> {
    const { data, errors } = await graphql(
      this.app,
      this.by,
      `
        query ($id: ID!) {
          bulkAct(id: $id) {
            id
            finishedAt
            cancelledAt
            undoneById
            counts {
              waiting
              changed
              unchanged
              refused
              cancelled
            }
            targets {
              nodes {
                name
                outcome
                message
              }
            }
          }
        }
      `,
      { id },
    )
    if (errors) throw new Error(errors[0]?.message)
    return data['bulkAct'] as unknown as Ended
  }

  /** Lets the job run, and looks at an act. */
  async work(id: string): Promise<Ended> {
    await workOn(this.app)
    return this.look(id)
  }

  async run(input: object): Promise<Ended> {
    return this.work(await this.start(input))
  }
}

function idOf({ bulkAct, userErrors }: Answer): string {
  if (!bulkAct) throw new Error(JSON.stringify(userErrors))
  return bulkAct.id
}

/** Runs the job of a process until nothing waits, or until it is told to end. */
export const workOn = ({ services, clock }: TestApp, signal?: AbortSignal): Promise<void> =>
  services.bulkActsJob.work({ ...anonymousContext(clock), requestId: 'bulk-acts' }, signal)
