export const dynamic = 'force-dynamic'

export const GET = (): Response => new Response('ok\n', { headers: { 'content-type': 'text/plain' } })
