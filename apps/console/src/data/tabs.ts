/** What the tabs of one browser, which share one session, tell each other. */
type News = { kind: 'signed-out' } | { kind: 'signed-in'; userId: string }

/** One for the whole tab: a channel does not hear what it says itself. */
let channel: BroadcastChannel | undefined

function channelOfTab(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  return (channel ??= new BroadcastChannel('engine-session'))
}

export function tellOtherTabs(news: News): void {
  channelOfTab()?.postMessage(news)
}

/** Hears what other tabs tell, until the function that it returns is called. */
export function hearOtherTabs(listener: (news: News) => void): () => void {
  const onMessage = ({ data }: MessageEvent<News>): void => listener(data)
  channelOfTab()?.addEventListener('message', onMessage)
  return () => channelOfTab()?.removeEventListener('message', onMessage)
}
