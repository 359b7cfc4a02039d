/** What is kept of one purchase, as the registrar tells it at this moment. */
import type { Deadline } from '../../../../../lib/services/registrar/orders/deadline.ts'
import type { OrderProgress } from '../../../../../lib/services/registrar/orders/progress.ts'
import type { RegistrarWorld } from '../../../../helpers/remotes/registrar.ts'

export const DOMAIN = 'example.com'

export async function progress({ registrar }: RegistrarWorld): Promise<OrderProgress | undefined> {
  return (await registrar.purchase(DOMAIN)).progress
}

export async function deadline({ registrar }: RegistrarWorld): Promise<Deadline | undefined> {
  return (await registrar.purchase(DOMAIN)).deadline
}
