/** A device's fetcher and the host that it asks. */
import { expect, onTestFinished } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import { newNonce, signRequest } from '../../../lib/core/signatures/sign.ts'
import { createFetcher, type FetcherDeps } from '../../../lib/device/fetch/fetcher.ts'
import { type FetchHandler, listen } from '../../../sandbox/listen.ts'
import { DEVICE_SECRET, expectNoSecret } from '../../helpers/device/device.ts'
import { HOST_NOW } from '../../helpers/device/publisher.ts'

/** Serves `handler`, and returns a fetcher that asks it; `slept` are its waits. */
export async function host(handler: FetchHandler, parts: Partial<FetcherDeps> = {}) {
  const server = await listen(handler)
  onTestFinished(() => server.close())
  const slept: number[] = []
  const root = { signed: '', signatures: [] }
  const credentials = { url: `${server.url}/`, keyid: 'demo:device:1', secret: DEVICE_SECRET, root }
  const fetcher = createFetcher(credentials, {
    fetch,
    sign: signRequest,
    newNonce,
    now: () => HOST_NOW,
    sleep: async milliseconds => void slept.push(milliseconds),
    random: () => 1,
    ...parts,
  })
  return { fetcher, slept, server }
}

/** Returns the error with which `work` fails; it has no secret. */
export async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  expectNoSecret(error)
  return error as AppError
}

/** A refusal of kura. */
export const refusal = (status: number, code: string, more = {}) =>
  Response.json({ error: `Cannot do it: ${code}`, code, ...more }, { status })
