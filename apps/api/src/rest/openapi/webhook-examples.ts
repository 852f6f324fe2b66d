/** What webhooks and their deliveries look like in the OpenAPI document. */
export const webhookExamples = {
  webhooks: {
    id: 'wh-2bX9mKqTz7RfWc4L',
    attributes: {
      name: 'Chat of the platform team',
      url: 'https://hooks.example.com/engine',
      enabled: true,
      triggers: ['module-version.deprecated', 'module-version.published'],
      secret: null,
      'former-secret-until': null,
      'failing-since': null,
      'disabled-reason': null,
    },
    relationships: { organization: { data: { id: 'acme', type: 'organizations' } } },
    links: { self: '/api/v2/webhooks/wh-2bX9mKqTz7RfWc4L' },
  },
  'webhook-deliveries': {
    id: 'msg-8QvJ3nYhD5sGx1Pe',
    attributes: {
      trigger: 'module-version.published',
      payload: '{"type":"module-version.published","timestamp":"2026-03-14T09:26:53.000Z","data":{}}',
      status: 'delivered',
      attempts: 1,
      'next-attempt-at': null,
      'last-attempt-at': '2026-03-14T09:26:54.000Z',
      'response-status': 204,
      'response-body': '',
      problem: null,
    },
    relationships: { webhook: { data: { id: 'wh-2bX9mKqTz7RfWc4L', type: 'webhooks' } } },
    links: { self: '/api/v2/webhook-deliveries/msg-8QvJ3nYhD5sGx1Pe' },
  },
}
