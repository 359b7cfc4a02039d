import { PROTECTION_HINT } from '../../../core/config/protection.ts'
import { AppError } from '../../../core/errors.ts'
import { isErrorCode } from '../../../core/http/answers.ts'
import { parseJson } from '../../../core/json/json.ts'
import { english } from '../../../core/language/text.ts'
import { faultIn } from '../../../core/network/failure.ts'
import { fetchRemote } from '../../../core/remote/fetch-remote.ts'
import { type DoctorDeps, ok, type Row, unknown, wrong } from './row.ts'

/** The largest difference of the clocks, in milliseconds. At more than a minute, kura refuses signatures. */
const CLOCK_LIMIT = 30_000
/** Half a second in milliseconds, because the header Date has only whole seconds. */
const CLOCK_GRAIN = 500

export interface Entrance {
  readonly status: number
  readonly body: string
  /** The host's time in milliseconds since the epoch; NaN if the answer has no valid header Date. */
  readonly date: number
}

/** @throws AppError `remote_unreachable`, `remote_silent` */
export async function askEntrance({ url, context }: DoctorDeps): Promise<Entrance> {
  const target = new URL('/api/distribution', url)
  const response = await fetchRemote(
    {
      remote: 'kura',
      method: 'GET',
      url: target,
      headers: context.config.protection()(target),
      signal: context.signal,
    },
    { fetch, clock: () => performance.now() },
  )
  const body = await response.text()
  return { status: response.status, body, date: Date.parse(response.headers.get('date') ?? '') }
}

/** @throws the reason of the signal after Ctrl-C; an error that is no AppError */
export function unreachableRow(error: unknown, { url, context }: DoctorDeps): Row {
  context.signal.throwIfAborted()
  if (!(error instanceof AppError)) throw error
  const fault = faultIn(error)
  return wrong(
    'address',
    `${url} does not answer`,
    fault ? english(fault.hint) : 'check the address and the network; kura start runs the local host',
  )
}

/** kura answers the unsigned request with a 401 of its own, so any other answer is a fault. */
export function addressRow({ status, body }: Entrance, url: string): Row {
  const answer = parseJson(body)
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? String(answer.code) : ''
  if (code === 'authority_unknown')
    return wrong(
      'address',
      `${url} is not among the names of the deployment`,
      `add "${new URL(url).host}" to KURA_AUTHORITIES`,
    )
  if (status === 401 && isErrorCode(code)) return ok('address', `${url} answers as kura`)
  if (status === 401) return wrong('address', 'a 401 page that is not of kura', PROTECTION_HINT)
  if (isErrorCode(code))
    return wrong(
      'address',
      `kura answers ${status} ${code}`,
      'set what is missing in the environment of the host, and deploy',
    )
  return wrong(
    'address',
    `${url} answers ${status}, not as kura does`,
    'check the address, and that kura is deployed there',
  )
}

/** Compares the clocks. `now` is the time of this machine, in milliseconds since the epoch. */
export function clockRow({ date }: Pick<Entrance, 'date'>, now: number): Row {
  if (Number.isNaN(date)) return unknown('clock', 'the host does not tell its time', 'compare it yourself')
  const difference = date + CLOCK_GRAIN - now
  const text = `${(Math.abs(difference) / 1000).toFixed(0)} s ${difference > 0 ? 'behind' : 'ahead of'} the host`
  if (Math.abs(difference) <= CLOCK_LIMIT) return ok('clock', `this machine agrees with the host`)
  return wrong('clock', `this machine is ${text}`, 'set the clock of this machine')
}
