/** These schemas check little of a form, because each page reads the values of its fields itself. */
import * as z from 'zod'
import { day, sha256 } from '../../core/json/fields.ts'

const name = z.string().min(1).max(200)

/** The query of a long list: the place where the page begins, and the choice of what the list shows. */
const list = z.strictObject({
  after: z.string().max(2_000).optional().describe('Where the page begins; absent on the first one'),
  show: z.string().max(60).optional().describe('What the list shows; everything without it'),
})

const typed = z.string().max(200).optional()
const number = z.string().regex(/^[1-9][0-9]{0,14}$/)
const month = typed.describe('YYYY-MM; this month without it')
const encoding = typed.describe('`utf-8` or `shift_jis`')
/** The company whose books the page shows. By default, this is the company that has the user as its admin. */
const company = z
  .union([z.literal(''), number])
  .optional()
  .describe('The id of the company')

const form = {
  body: z.record(z.string().max(100), z.string().max(600_000)).describe('The fields of the form'),
}

export const consoleSchemas = {
  toDo: { query: list.extend({ all: z.literal('1').optional().describe('Chooses every row of the table') }) },
  showItem: {
    query: z.strictObject({
      kind: name.describe('The kind of the item: deal, receipt, purchase, message, notice'),
      name: z.string().min(1).max(500).describe('The name of the item, such as the case of a deal'),
      act: name.optional().describe('The decision that is to be approved'),
      seen: z.iso
        .datetime()
        .optional()
        .describe('When the item was shown, before the person looked elsewhere'),
    }),
  },
  changeItem: form,
  approve: form,
  showSignIn: {
    query: z.strictObject({
      to: z.string().max(2_000).optional().describe('The path of the page to return to'),
    }),
  },
  signIn: form,
  signOut: form,
  showEnrol: {},
  enrol: form,
  setLanguage: form,
  showReceipts: {
    query: list.extend({
      again: z
        .string()
        .regex(/^\d{1,3}$/)
        .optional()
        .describe('How many of the sent files were sent before'),
    }),
  },
  sendReceipts: {},
  receiptFile: { query: z.strictObject({ file: name.describe('The digest of the file') }) },
  showReceiptRow: {
    query: z.strictObject({
      row: name.describe('The name of the row'),
      after: name.optional().describe('The row that was registered before this one'),
      again: z.literal('1').optional().describe('Set if the file of the row was sent before'),
      proposals: z
        .literal('1')
        .optional()
        .describe('Set to get what is proposed for the empty cells, as JSON in text/plain'),
      partner: z.string().max(300).optional().describe('The partner as the form has it, for the proposals'),
      qualified: z.string().max(300).optional().describe('The registration number, likewise'),
    }),
  },
  changeReceiptRow: form,
  showDeals: {
    query: z.strictObject({
      after: list.shape.after,
      company,
      from: typed.describe('The first day'),
      until: typed.describe('The last day'),
      least: typed.describe('The least amount in yen'),
      most: typed.describe('The most'),
      partner: typed.describe('A part of the name of the partner'),
      file: typed.describe('`with` or `without` a file'),
      word: typed.describe('The id of a file, or a part of its description'),
    }),
  },
  showDeal: {
    query: z.strictObject({
      company,
      id: number,
      case: name.optional().describe('Its case, which is shown while the books cannot be read'),
      reference: name.optional().describe('The reference number of its case, instead of the name'),
    }),
  },
  showMonth: { query: z.strictObject({ company, month, after: list.shape.after, show: list.shape.show }) },
  monthFile: { query: z.strictObject({ company, month, encoding }) },
  showJournal: {
    query: z.strictObject({
      company,
      from: day.optional(),
      until: day.optional(),
      report: number.optional(),
    }),
  },
  makeJournal: form,
  journalCsv: {
    query: z.strictObject({
      company: number,
      from: day.optional(),
      until: day.optional(),
      report: number,
      encoding,
    }),
  },
  dealFile: { query: z.strictObject({ company: number, id: number }) },
  showMore: {},
  showConnections: {},
  showAuthorization: {
    // the accounting service may add further parameters
    query: z.looseObject({
      code: z.string().max(2_000).optional().describe('The code of the accounting service'),
      state: z.string().max(2_000).optional().describe('The state that kura has sent'),
      error: z.string().max(2_000).optional().describe('Why there is no code (RFC 6749 section 4.1.2.1)'),
      company: z.string().max(40).optional().describe('The id of the company, if there are several'),
    }),
  },
  beginAuthorization: form,
  showPeople: { query: list },
  showMessages: {
    query: list.extend({ name: name.optional().describe('The name of one delivery') }),
  },
  changeMessages: form,
  showDomains: {
    query: list.extend({ domain: name.optional().describe('The domain whose price is asked for') }),
  },
  changeDomains: form,
  changePeople: form,
  showHistory: {
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,10}$/)
        .optional()
        .describe('The entry before which the page begins; absent on the first one'),
      person: z.string().max(100).optional().describe('The name of a person or of a key'),
      day: z.string().max(20).optional().describe('The day, YYYY-MM-DD'),
      kind: z.string().max(20).optional().describe('The service, or `approved`'),
    }),
  },
  downloadApproval: {
    query: z.strictObject({
      digest: sha256.describe('The digest of the approval'),
    }),
  },
  showDevices: { query: list },
  showDevice: { query: z.strictObject({ name: name.describe('The name of the device') }) },
  showRelease: { query: list },
  changeDevices: form,
  downloadFolder: form,
  downloadMonth: {
    query: z.strictObject({
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
        .describe('A month that is over, YYYY-MM'),
    }),
  },
}
