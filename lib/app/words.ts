/**
 * Loads all messages whose phrases are stored, and those of the failures that a device reports. Import this file before
 * a stored phrase or a report is shown.
 */
import '../core/claims/words.ts'
import '../core/release/words.ts'
import '../core/remote/words.ts'
import '../device/disk/words.ts'
import '../device/fetch/words.ts'
import '../device/index/words.ts'
import '../device/install/words.ts'
import '../device/trust/words.ts'
import '../services/accounting/remote/words.ts'
import '../services/accounting/taxes/words.ts'
import '../services/accounting/tokens/exchange/words.ts'
import '../services/chat/acts/words.ts'
import '../services/chat/channel/words.ts'
import '../services/chat/remote/words.ts'
import '../services/chat/status/words.ts'
import '../services/notices/words.ts'
import '../services/registrar/words.ts'
