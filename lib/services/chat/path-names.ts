/** The named segments of the paths, read strictly. */
import { AppError } from '../../core/errors.ts'
import { deliveryName, identifier } from './contract-schemas.ts'

/** The name of a delivery. @throws AppError `not_found` if no delivery can have that name */
export function readDeliveryName(text: string): string {
  const parsed = deliveryName.safeParse(text)
  if (parsed.success) return parsed.data
  throw new AppError('not_found', `Cannot find the delivery "${text}": no delivery can have this name`)
}

/** The identifier of a channel. @throws AppError `bad_request` */
export function readChannel(text: string): string {
  const parsed = identifier.safeParse(text)
  if (parsed.success) return parsed.data
  throw new AppError(
    'bad_request',
    `Cannot use "${text}" as \`channel\`: expected an identifier, digits only`,
  )
}
