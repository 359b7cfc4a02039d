import type { PeopleContract } from '../../../console/people/contract.ts'
import { personKey } from '../../../console/people/people.ts'
import { AppError } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'

export type PeopleClient = Client<PeopleContract>
export type ListedPerson = ReplyOf<PeopleContract, 'people'>['people'][number]

/** @throws AppError `not_found` if no person has this name, however it is spelled */
export function personNamed(name: string, { people }: ReplyOf<PeopleContract, 'people'>): ListedPerson {
  const found = people.find(person => personKey(person.name) === personKey(name))
  if (found) return found
  throw new AppError('not_found', `Cannot find "${name}": the console has no person of this name`, {
    hint: 'kura console list shows the people',
  })
}

/** @throws AppError `not_found` if every passkey with this number has ended. Of several passkeys, the newest counts. */
export function passkeyNumbered(
  number: string,
  { name, passkeys }: ListedPerson,
): ListedPerson['passkeys'][number] {
  const digits = (text: string) => text.normalize('NFKC').replace(/\D/g, '')
  const found = passkeys.findLast(
    passkey => passkey.state !== 'ended' && digits(passkey.number) === digits(number),
  )
  if (found) return found
  throw new AppError('not_found', `Cannot find a passkey of "${name}" with the number "${number}"`, {
    hint: 'if the person reads another number, the passkey is not theirs: kura console revoke NAME',
  })
}
