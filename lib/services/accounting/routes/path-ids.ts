/** The ids in the path of an endpoint. */
import { AppError } from '../../../core/errors.ts'
import { companyText } from '../company-schemas.ts'

const ID = /^[1-9][0-9]{0,14}$/

/** The named segments of a path, each an id. @throws AppError `bad_request` */
export function pathIds<P extends Readonly<Record<string, string>>>(params: P): P {
  for (const [name, value] of Object.entries(params)) {
    const valid = name === 'company_id' ? companyText.safeParse(value).success : ID.test(value)
    if (!valid)
      throw new AppError('bad_request', `Cannot use "${value.slice(0, 40)}" as \`${name}\`: expected digits`)
  }
  return params
}
