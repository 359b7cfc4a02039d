/** The calls to a fictitious parcel service: the table of a fourth remote. */
import * as z from 'zod'
import type { CallOf } from '../../../../lib/core/remote/call.ts'

const parcelReply = z
  .looseObject({ parcel: z.looseObject({ id: z.string(), state: z.string() }) })
  .transform(({ parcel }) => ({ id: parcel.id, state: parcel.state }))
const noReply = z.unknown()

export const parcelCall = (id: string): CallOf<typeof parcelReply> => ({
  method: 'GET',
  path: `/parcels/${encodeURIComponent(id)}`,
  query: { fields: 'id,state', page: undefined },
  reply: parcelReply,
})

export const sendParcelCall = (to: string): CallOf<typeof parcelReply> => ({
  method: 'POST',
  path: '/parcels',
  json: { to },
  reply: parcelReply,
})

/** The service keeps the first address that it gets, so the call may be repeated. */
export const registerSenderCall = (name: string): CallOf<typeof noReply> => ({
  method: 'PUT',
  path: `/senders/${name}`,
  form: { name },
  reply: noReply,
  repeatable: true,
})

/** A GET with an effect: it calls a courier. */
export const pickUpCall = (): CallOf<typeof parcelReply> => ({
  method: 'GET',
  path: '/pick-up',
  reply: parcelReply,
  repeatable: false,
})

export const labelCall = (id: string): CallOf<typeof noReply> => ({
  method: 'GET',
  path: `/parcels/${id}/label`,
  reply: noReply,
})
