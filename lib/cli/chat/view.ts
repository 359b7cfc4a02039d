/** What the chat function answers, as far as the command line shows it. */
import { z } from 'zod'
import { momentText } from '../terminal/moment.ts'
import type { Output } from '../terminal/output.ts'

export const BASE = '/api/chat'

const refusedToken = z.object({ token: z.number(), reason: z.string() })
export const checkSchema = z.object({
  decision: z.union([
    z.object({ use: z.literal('channel'), bot: z.string() }),
    z.object({ use: z.literal('other'), why: z.string(), ways: z.array(z.string()) }),
  ]),
  observations: z.array(
    z.object({
      bot: z.object({ name: z.string() }),
      saw: z.union([z.object({ type: z.number() }), z.object({ status: z.number(), code: z.number() })]),
    }),
  ),
  refused: z.array(refusedToken),
})
const named = z.object({ label: z.string(), id: z.string() })
export const planSchema = z.object({
  way: z.string(),
  why: z.string().optional(),
  people: z.array(named),
  channel: z.string().optional(),
  channelName: z.string().optional(),
  characters: z.number(),
  begun: z.string().optional(),
  refused: z.array(refusedToken),
})
export const summarySchema = z.object({
  way: z.string(),
  why: z.string().optional(),
  reached: z.array(named),
  unreached: z.array(named.extend({ state: z.string(), reason: z.string() })),
  answered: z.array(named.extend({ at: z.string() })),
  silent: z.array(named),
  unread: z.array(named.extend({ reason: z.string() })),
  complete: z.boolean(),
})
export const messageSchema = z.object({
  case: z.string(),
  state: z.string(),
  since: z.string(),
  channel: z.string(),
  message: z.string().optional(),
  reason: z.string().optional(),
})
export const messagesSchema = z.object({ messages: z.array(messageSchema) })
export const statusSchema = z.object({
  mode: z.string().optional(),
  text: z.string(),
  state: z.string().optional(),
  reason: z.string().optional(),
})

/** `brief` leaves out why it went another way than asked for. */
export function showSummary(
  output: Output,
  found: z.infer<typeof summarySchema>,
  { brief = false }: { brief?: boolean } = {},
): void {
  const { way, why, reached, unreached, answered, silent, unread, complete } = found
  if (why && !brief) output.line(why)
  output.line(`by ${way.replaceAll('_', ' ')}: ${reached.length} reached, ${unreached.length} not`)
  const awaited = new Set([...answered, ...silent, ...unread].map(({ id }) => id))
  const rows = [
    ...reached.filter(({ id }) => !awaited.has(id)).map(({ label }) => [label, 'reached', '']),
    ...answered.map(({ label, at }) => [label, 'reached', `answered ${momentText(at)}`]),
    ...silent.map(({ label }) => [label, 'reached', 'no answer yet']),
    ...unread.map(({ label, reason }) => [label, 'reached', `answers not read: ${reason}`]),
    ...unreached.map(({ label, state, reason }) => [label, state.replaceAll('_', ' '), reason]),
  ]
  output.table(rows, ['who', 'state', 'remark'])
  if (complete) return
  output.line('not all of it is settled: run the delivery again, nobody gets it twice')
  if (unreached.some(({ state }) => state === 'unknown'))
    output.line('what stays unknown is settled by who looks there: kura chat messages')
}
