import * as calls from '../../../../lib/services/registrar/remote/calls.ts'
import { buyReply } from '../../../../lib/services/registrar/remote/schema.ts'
import { describeReplies } from '../../../helpers/remotes/described-replies.ts'

const domain = '/v1/registrar/domains/{domain}'
const name = { project: 'p', name: 'example.com' }
const nowhere = { redirect: null, redirectStatusCode: null }

describeReplies('registrar.openapi.json', [
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
])
