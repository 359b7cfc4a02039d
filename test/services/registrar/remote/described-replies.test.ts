/** Whatever the registrar's description allows, kura reads: the description decides which members a reply must have. */
import { describe, expect, test } from 'vitest'
import * as calls from '../../../../lib/services/registrar/remote/calls.ts'
import { buyReply } from '../../../../lib/services/registrar/remote/schema.ts'
import { hasReference, type Json, readReference } from '../../../helpers/http/openapi.ts'
import { SIZES, sampleReply } from '../../../helpers/http/openapi-samples.ts'

const DESCRIPTION = 'registrar.openapi.json'
const isMissing = !hasReference(DESCRIPTION)
const domain = '/v1/registrar/domains/{domain}'
const name = { project: 'p', name: 'example.com' }
const nowhere = { redirect: null, redirectStatusCode: null }

const CALLS = [
  { call: calls.availabilityCall('example.com'), at: `${domain}/availability` },
  { call: calls.priceCall('example.com'), at: `${domain}/price` },
  { call: { method: 'POST', reply: buyReply }, at: `${domain}/buy` },
  { call: calls.purchaseEventsCall(0), at: '/v3/events' },
  { call: calls.orderCall('o'), at: '/v1/registrar/orders/{orderId}' },
  { call: calls.verificationCall('example.com'), at: `${domain}/contact-verification` },
  { call: calls.domainCall('example.com'), at: '/v5/domains/{domain}' },
  { call: calls.configurationCall('example.com'), at: '/v6/domains/{domain}/config' },
  { call: calls.attachCall(name), at: '/v10/projects/{idOrName}/domains' },
  { call: calls.projectDomainCall(name), at: '/v9/projects/{idOrName}/domains/{domain}' },
  { call: calls.redirectCall(name, nowhere), at: '/v9/projects/{idOrName}/domains/{domain}' },
]

describe.skipIf(isMissing)('the description of the registrar', () => {
  const document = isMissing ? ({} as Json) : (JSON.parse(readReference(DESCRIPTION)) as Json)

  describe.each(CALLS)('a reply to $call.method $at', ({ call, at }) => {
    test.each(SIZES)('is read if it is %s', size => {
      const reply = sampleReply(document, { method: call.method, path: at }, size)
      expect(call.reply.safeParse(reply).error).toBeUndefined()
    })
  })
})
