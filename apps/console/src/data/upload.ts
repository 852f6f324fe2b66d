import { consoleHeader, endpoints } from '../paths'

/**
 * Outcome of an upload: accepted, refused for a reason, stopped here, broken off, or unanswered though all
 * bytes were sent.
 */
export type UploadOutcome =
  | { kind: 'taken'; answer: string }
  | { kind: 'refused'; reasons: readonly string[] }
  | { kind: 'stopped' | 'broken off' | 'unanswered' }

/**
 * Puts a file by an upload link, through the console's own server. `onProgress` gets how much of it is sent, from 0 to
 * 1; the answer comes once it has been read. Only the old kind of request reports its progress.
 */
export function uploadFile(
  link: string,
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let sent = false
    request.upload.addEventListener('load', () => (sent = true))
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 1 : loaded / total),
    )
    request.addEventListener('load', () => resolve(outcomeOf(request.status, request.responseText)))
    request.addEventListener('error', () => resolve({ kind: sent ? 'unanswered' : 'broken off' }))
    request.addEventListener('abort', () => resolve({ kind: 'stopped' }))
    signal.addEventListener('abort', () => request.abort())
    request.open('PUT', endpoints.upload)
    request.setRequestHeader(consoleHeader, '1')
    request.setRequestHeader('X-Engine-Upload', link)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.send(file)
  })
}

export function outcomeOf(status: number, body: string): UploadOutcome {
  if (status === 200 || status === 201) return { kind: 'taken', answer: body }
  // A proxy between here and the API got no answer.
  if (status === 502 || status === 504) return { kind: 'unanswered' }
  if (status >= 500) return { kind: 'broken off' }
  return { kind: 'refused', reasons: reasonsIn(body) ?? [`The upload was answered with status ${status}.`] }
}

function reasonsIn(body: string): string[] | undefined {
  try {
    const { errors } = JSON.parse(body) as { errors?: { detail?: string; title?: string }[] }
    const reasons = errors?.flatMap(({ detail, title }) => detail ?? title ?? []) ?? []
    return reasons.length > 0 ? reasons : undefined
  } catch {
    return undefined
  }
}
