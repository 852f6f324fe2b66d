import { isId } from '../../kernel/ids.js'

/** The one project of an organization, in which all its workspaces are (contract §19). */
export const defaultProject = 'Default Project'

export const noOtherProject = `Projects other than ${defaultProject} are not offered here`

/** Makes the id of an organization's project: that of the organization, with another prefix. */
export const projectIdOf = (organizationId: string): string => organizationId.replace(/^org-/, 'prj-')

/** Returns the id of the organization whose project it is; undefined where there can be none. */
export const organizationIdOf = (projectId: string): string | undefined =>
  isId('prj', projectId) ? projectId.replace(/^prj-/, 'org-') : undefined
