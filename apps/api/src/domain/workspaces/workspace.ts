/** What uses an engine version. */
export interface Workspace {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly engineVersionId: string
  readonly createdAt: Date
}
