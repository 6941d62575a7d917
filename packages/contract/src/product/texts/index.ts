import { accessTexts } from './access'
import { launcherTexts } from './launcher'
import { asrTexts, evaTexts, liveTexts } from './live'
import { pastTexts } from './past'
import {
  capacityTexts,
  ledgerTexts,
  manuscriptTexts,
  meetingListTexts,
  statsTexts,
  systemTexts,
  trainTexts,
  usageTexts,
  vendorTagTexts,
} from './review'

/** Every text of the product documents, once. Screens and services use them by name. */
export const texts = {
  access: accessTexts,
  launcher: launcherTexts,
  live: liveTexts,
  eva: evaTexts,
  asr: asrTexts,
  past: pastTexts,
  stats: statsTexts,
  system: systemTexts,
  ledger: ledgerTexts,
  train: trainTexts,
  meetingList: meetingListTexts,
  vendorTags: vendorTagTexts,
  capacities: capacityTexts,
  usage: usageTexts,
  manuscripts: manuscriptTexts,
} as const
