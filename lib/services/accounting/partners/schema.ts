import * as z from 'zod'
import { composed } from '../../../core/language/windows-31j.ts'
import { companyReference, registrationNumber } from '../fields/company.ts'

const word = z.string().overwrite(composed).min(1).max(255)

export const partnerBody = z.strictObject({
  company_id: companyReference,
  name: word,
  code: word.optional(),
  shortcut1: word.optional(),
  shortcut2: word.optional(),
  org_code: z.literal([1, 2]).nullable().optional(),
  country_code: z.enum(['JP', 'ZZ']).optional(),
  long_name: word.optional(),
  name_kana: word.optional(),
  default_title: word.optional(),
  phone: word.optional(),
  contact_name: word.optional(),
  email: word.optional(),
  qualified_invoice_issuer: z.boolean().optional(),
  invoice_registration_number: registrationNumber.nullable().optional(),
  address_attributes: z
    .strictObject({
      zipcode: z.string().max(8).optional(),
      prefecture_code: z.int().min(-1).max(46).optional(),
      street_name1: word.optional(),
      street_name2: word.optional(),
    })
    .optional(),
})
export type PartnerBody = z.infer<typeof partnerBody>

export const storedPartner = z.object({ company: z.int().min(1), partner: z.int().min(1) })
export type StoredPartner = z.infer<typeof storedPartner>
