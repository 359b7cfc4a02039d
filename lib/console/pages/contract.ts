/** A page authenticates its reader by a session, and acts by calling the services' endpoints in this process. */
import { defineContract, PUBLIC } from '../../core/http/contract.ts'
import { CALLBACK_PATH } from '../../services/accounting/tokens/contract.ts'

const page = { scope: PUBLIC, stream: ['text/html'] } as const

/** A page for people with a session. Other people get the sign-in page, with status 401. */
const shown = { ...page, method: 'GET', changes: 'never', statuses: [200, 401] } as const
const sent = {
  ...page,
  method: 'POST',
  changes: 'never',
  body: true,
  form: true,
  bodyLimit: 1_000_000,
  statuses: [200, 303, 400, 401],
} as const

/** A page that every visitor may open, and a form on such a page. The form works even while acts are paused. */
const open = { ...shown, statuses: [200] } as const
const openForm = { ...sent, changes: 'always', whilePaused: true } as const

const FILE_TYPES = [
  'image/jpeg',
  'image/png',
  'application/pdf',
  'application/octet-stream',
  'text/html',
] as const

/** The largest upload of receipts in bytes; the host's own limit is 4.5 MB. */
const UPLOAD_LIMIT = 4_400_000

export const consoleContract = defineContract({
  endpoints: {
    toDo: { ...shown, path: '/console', query: 'optional', summary: 'What needs a person, one card an item' },
    showItem: {
      ...shown,
      path: '/console/item',
      query: true,
      summary: 'One open item: what it is, what exactly would be sent, and the buttons that solve it',
    },
    changeItem: {
      ...sent,
      path: '/console/item',
      summary:
        'Does what needs no approval for an open item: looks at the remote again, or corrects the item',
    },
    approve: {
      ...sent,
      path: '/console/approve',
      summary: 'Executes the statement that a person has signed with a passkey, once, and shows the outcome',
    },
    showSignIn: { ...open, path: '/console/sign-in', query: 'optional', summary: 'Asks for a passkey' },
    signIn: { ...openForm, path: '/console/sign-in', summary: 'Begins a session of 12 hours' },
    signOut: { ...openForm, path: '/console/sign-out', summary: 'Ends the session' },
    showEnrol: {
      ...open,
      path: '/console/enrol',
      summary: 'Opens an invitation, whose token stands in the fragment of the address',
    },
    enrol: {
      ...openForm,
      path: '/console/enrol',
      summary:
        'Spends the invitation, then stores the new passkey, which counts once enough people vouch for it',
    },
    setLanguage: {
      ...openForm,
      path: '/console/language',
      summary: 'Changes the language in which a person reads the console',
    },
    showReceipts: {
      ...shown,
      path: '/console/receipts',
      query: 'optional',
      summary: 'The receipts that wait to be registered, and the newest files',
    },
    sendReceipts: {
      ...page,
      method: 'POST',
      path: '/console/receipts',
      changes: 'never',
      upload: true,
      bodyLimit: UPLOAD_LIMIT,
      stream: ['text/html', 'text/plain'],
      statuses: [200, 303, 400, 401],
      summary: 'Takes files of receipts, or a table of them, as a form sends them (multipart/form-data)',
    },
    receiptFile: {
      ...shown,
      path: '/console/receipts/file',
      query: true,
      stream: FILE_TYPES,
      summary: 'Downloads the bytes of a receipt as they were sent',
    },
    showReceiptRow: {
      ...shown,
      path: '/console/receipts/row',
      query: true,
      stream: ['text/html', 'text/plain'],
      summary: 'One receipt: its picture, and the row to fill',
    },
    changeReceiptRow: {
      ...sent,
      path: '/console/receipts/row',
      summary: 'Keeps, registers or removes the row of a receipt',
    },
    showDeals: {
      ...shown,
      path: '/console/deals',
      query: 'optional',
      statuses: [200, 400, 401],
      summary: 'The deals in the books, and those that a search finds',
    },
    showDeal: {
      ...shown,
      path: '/console/deals/deal',
      query: true,
      summary: 'One deal: what the books have, its files, what happened to it, and who approved it',
    },
    dealFile: {
      ...shown,
      path: '/console/deals/file',
      query: true,
      stream: FILE_TYPES,
      summary: 'Downloads a file of the file box that is attached to a deal',
    },
    showMonth: {
      ...shown,
      path: '/console/deals/month',
      query: 'optional',
      summary:
        'The sheet of a month: what is missing, totals by tax category, deals with files and approvals',
    },
    monthFile: {
      ...shown,
      path: '/console/deals/month/file',
      query: 'optional',
      stream: ['text/csv', 'text/html'],
      statuses: [200, 400, 401],
      summary: 'Downloads the sheet of a month as CSV',
    },
    showJournal: {
      ...shown,
      path: '/console/deals/journal',
      query: 'optional',
      summary: 'Asks for the journal of some days, and offers its file when it is ready',
    },
    makeJournal: {
      ...sent,
      path: '/console/deals/journal',
      summary: 'Has the accounting service make the journal of some days',
    },
    journalCsv: {
      ...shown,
      path: '/console/deals/journal/file',
      query: true,
      stream: ['text/csv', 'text/html'],
      summary: 'Downloads a journal that is ready as CSV',
    },
    showMore: { ...shown, path: '/console/more', summary: 'The other pages, the language, and signing out' },
    showConnections: {
      ...shown,
      path: '/console/connections',
      summary: 'The services that kura uses: what works, what does not, and what to do',
    },
    showAuthorization: {
      ...shown,
      path: CALLBACK_PATH,
      query: 'optional',
      statuses: [200, 303, 400, 401],
      summary: 'Takes the person back from the accounting service, and asks whether kura uses these books',
    },
    beginAuthorization: {
      ...sent,
      path: CALLBACK_PATH,
      summary: 'Begins to authorize the books, and leads to the accounting service',
    },
    showPeople: {
      ...shown,
      path: '/console/people',
      query: 'optional',
      summary: 'The people of the console, their passkeys and sessions',
    },
    showMessages: {
      ...shown,
      path: '/console/messages',
      query: 'optional',
      summary: 'What was sent to people, the status message, and the form for a new message; or one delivery',
    },
    changeMessages: {
      ...sent,
      path: '/console/messages',
      summary: 'Shows what each person would get, and begins to send it',
    },
    showDomains: {
      ...shown,
      path: '/console/domains',
      query: 'optional',
      summary:
        'Bought domains, e-mail addresses to confirm, spending against the caps, and the form for a price',
    },
    changeDomains: {
      ...sent,
      path: '/console/domains',
      summary: 'Shows the price of a domain, and begins to buy it',
    },
    showHistory: {
      ...shown,
      path: '/console/history',
      query: 'optional',
      summary: 'Who did what with which key or passkey, the newest first, and the state of the log',
    },
    downloadApproval: {
      ...shown,
      path: '/console/history/approval',
      query: true,
      stream: ['application/x-ndjson', 'text/html'],
      summary: 'Downloads an approval with the vouches that prove it and the entries of its acts',
    },
    showDevices: {
      ...shown,
      path: '/console/devices',
      query: 'optional',
      summary: 'Each device with its state, since when and what to do; 30 days of all; the release',
    },
    showDevice: {
      ...shown,
      path: '/console/devices/device',
      query: true,
      summary: 'One device: what it reported, its 30 days, and the buttons that end its key or forget it',
    },
    showRelease: {
      ...shown,
      path: '/console/devices/release',
      query: 'optional',
      summary: 'The files of the release, those first that changed since the release before',
    },
    changeDevices: {
      ...sent,
      path: '/console/devices',
      summary: 'Takes a device off the list, or begins to revoke its key or to set a device up',
    },
    downloadFolder: {
      ...sent,
      path: '/console/devices/folder',
      stream: ['application/zip', 'text/html'],
      summary: 'Downloads the folder of a device whose enrolment was approved, once',
    },
    downloadMonth: {
      ...shown,
      path: '/console/history/month',
      query: true,
      stream: ['application/x-ndjson', 'text/html'],
      summary: 'Downloads the entries of a month that is over, with all that proves their approvals',
    },
    changePeople: { ...sent, path: '/console/people', summary: 'Begins to invite or to remove a person' },
  },
  schemas: async () => (await import('./contract-schemas.ts')).consoleSchemas,
})

export type ConsoleContract = typeof consoleContract
