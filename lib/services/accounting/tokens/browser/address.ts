/** The address of a deployment at which a person authorizes. */
import { isPrivate } from '../../../../core/config/loopback.ts'
import { AppError } from '../../../../core/errors.ts'

/**
 * Refuses an address that is not encrypted.
 * @throws AppError `settings_invalid` for an http address, unless it is an address of this machine
 */
export function refuseOpenAddress(url: URL): void {
  if (isPrivate(url)) return
  const why = 'over http:// others could read the link, the cookie and the code of the accounting service'
  throw new AppError('settings_invalid', `Cannot authorize at "${url.origin}": ${why}`, {
    hint: 'set KURA_URL to an address that begins with https://; http:// is only for this machine',
  })
}
