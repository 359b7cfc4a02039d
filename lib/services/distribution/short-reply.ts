import type { Trace } from '../../core/http/trace.ts'
import type { Pointer } from '../../core/release/catalog.ts'
import type { FullQuestion } from './question.ts'

interface Rooted {
  readonly root: Pick<Pointer['root'], 'version'>
}

/** A 304 for a device that needs no body. A report has an empty `want`, because the device has just got the list. */
export function shortReply(pointer: Pointer, question: FullQuestion, trace: Trace): Response | undefined {
  const isReported = question.status !== undefined && question.want?.length === 0
  if (question.page !== undefined || question.part) return undefined
  if (!isReported && !isCurrent(pointer, question)) return undefined
  trace.note('release', pointer.version)
  trace.note('answer', isReported ? 'report' : 'current')
  const response = new Response(null, { status: 304 })
  // setting a header here takes half the time of passing it in the options
  response.headers.set('cache-control', 'no-store')
  return response
}

/** Whether the device has the current release, lacks no newer root, and requests no content. */
export function isCurrent(current: Pick<Pointer, 'release'> & Rooted, question: FullQuestion): boolean {
  const { have, knows = have, want = [], lacks = [] } = question
  return knows === current.release && !lacksRoot(current, question) && want.length + lacks.length === 0
}

export function lacksRoot(current: Rooted, { root }: Pick<FullQuestion, 'root'>): boolean {
  return root !== undefined && root < current.root.version
}
