import type { BookName } from './texts'

/**
 * What a person may ask who has heard the passage, and the passages that answer it: verses, or a quotation of the
 * paragraph. Written before search was measured on them; a question is never changed to be found.
 */
export interface Question {
  text: string
  book: BookName
  answers: readonly string[]
}

/** They have a word of their answer. */
export const inItsWords: readonly Question[] = [
  { text: 'beat swords into plowshares', book: 'bible', answers: ['Isa2:4', 'Mic4:3', 'Joel3:10'] },
  { text: 'valley of dry bones', book: 'bible', answers: ['Eze37:1-14'] },
  { text: 'mene mene tekel', book: 'bible', answers: ['Dan5:5', 'Dan5:24-28'] },
  { text: 'Lazarus come forth', book: 'bible', answers: ['John11:38-44'] },
  {
    text: 'thirty pieces of silver',
    book: 'bible',
    answers: ['Mat26:15', 'Mat27:3-9', 'Zec11:12-13'],
  },
  {
    text: 'camel through the eye of a needle',
    book: 'bible',
    answers: ['Mat19:24', 'Mark10:25', 'Luke18:25'],
  },
  { text: 'cast bread upon the waters', book: 'bible', answers: ['Eccl11:1'] },
  { text: "Joseph's coat of many colours", book: 'bible', answers: ['Ge37:3', 'Ge37:23', 'Ge37:32'] },
  { text: 'still small voice after the earthquake', book: 'bible', answers: ['1Ki19:11-13'] },
  { text: 'pride before destruction', book: 'bible', answers: ['Prv16:18'] },
  { text: 'Solomon divide the living child with a sword', book: 'bible', answers: ['1Ki3:24-27'] },
  { text: 'Eutychus fell asleep in the window', book: 'bible', answers: ['Acts20:9-12'] },
  {
    text: 'how did the wall of Jericho fall?',
    book: 'bible',
    answers: ['Josh6:2-5', 'Josh6:20', 'Heb11:30'],
  },

  { text: 'RAID mirroring', book: 'handbook', answers: ['This level, also known as “RAID mirroring”'] },
  {
    text: 'lock out a user',
    book: 'handbook',
    answers: ['You may find yourself needing to “disable an account”'],
  },
  {
    text: 'hard link and symbolic link',
    book: 'handbook',
    answers: ['A hard link, as opposed to a symbolic link', 'A hard link is created with the ln'],
  },
  {
    text: 'Fail2Ban failed login attempts',
    book: 'handbook',
    answers: ['If Fail2Ban detects five failed login attempts'],
  },
  {
    text: 'ssh-keygen public key authorized_keys',
    book: 'handbook',
    answers: ['The user generates a key pair on the client machine'],
  },
  { text: 'open relay for spammers', book: 'handbook', answers: ['a server becomes an open relay'] },
  {
    text: 'grace period of a soft limit',
    book: 'handbook',
    answers: ['you can define a maximum authorized “grace period”'],
  },
  {
    text: 'anacron computer off at night',
    book: 'handbook',
    answers: ['anacron is the daemon that completes cron'],
  },
  { text: 'who is Debian named after? Debra and Ian', book: 'handbook', answers: ['Debra + Ian = Debian'] },
  {
    text: 'setuid and setgid rights of executable files',
    book: 'handbook',
    answers: ['Two particular rights are relevant to executable files'],
  },
  {
    text: 'gateway linking several networks',
    book: 'handbook',
    answers: ['A gateway is a system linking several networks'],
  },
  {
    text: 'automount points systemd',
    book: 'handbook',
    answers: [
      'systemd is able to manage automount points',
      'automount points are managed with dedicated units',
    ],
  },
  {
    text: 'why does greylisting work against spam?',
    book: 'handbook',
    answers: ['“Greylisting” is a filtering technique'],
  },
  {
    text: 'swap partition must be encrypted, hibernation',
    book: 'handbook',
    answers: ['When an encrypted partition is used, the encryption key is stored in memory'],
  },

  {
    text: 'authoritarian institutions pyramids',
    book: 'anarchism',
    answers: ['All authoritarian institutions are organised as pyramids'],
  },
  {
    text: 'Haymarket martyrs monument Waldheim cemetery',
    book: 'anarchism',
    answers: ['Haymarket martyrs in Waldheim Cemetery'],
  },
  {
    text: 'Malatesta occupying factories Umanita Nova',
    book: 'anarchism',
    answers: ['Malatesta was discussing this idea in Umanita Nova'],
  },
  { text: 'top 1% owns a third', book: 'anarchism', answers: ['the top 1% owns a third'] },
  {
    text: 'comparative advantage of Portugal and England',
    book: 'anarchism',
    answers: ['This argument is still considered as the bed-rock'],
  },
  {
    text: 'interest as a reward for waiting, Joan Robinson',
    book: 'anarchism',
    answers: ["the rate of interest is the 'reward for waiting'"],
  },
  { text: 'Hayek and the tin market', book: 'anarchism', answers: ['Using the example of the tin market'] },
  { text: 'money fairy', book: 'anarchism', answers: ['Maybe it was a case, like Friedman, of government'] },
  {
    text: 'how did Tucker define the state?',
    book: 'anarchism',
    answers: ['How did Tucker define the state?'],
  },
  {
    text: "strikers' assembly and picket line",
    book: 'anarchism',
    answers: [
      "Comparing a strikers' assembly and picket line",
      "a strikers' assembly and picket line - which are forms",
    ],
  },
  {
    text: 'property is despotism, Lockean Proviso',
    book: 'anarchism',
    answers: ['historical shadow of the Lockean Proviso'],
  },
  {
    text: 'a village assembly in a confederation',
    book: 'anarchism',
    answers: ['A village, for example, would be based on one assembly'],
  },
  {
    text: 'turn work into a joyful activity',
    book: 'anarchism',
    answers: ['do not transform the work into a joyful activity'],
  },
]

/** They have none, as PostgreSQL's English has words. */
export const inOtherWords: readonly Question[] = [
  {
    text: 'boat full of animals during the deluge',
    book: 'bible',
    answers: ['Ge6:17-20', 'Ge7:1-16', 'Ge8:15-19'],
  },
  { text: 'giant killed by a boy', book: 'bible', answers: ['1Sm17:49-51'] },
  {
    text: 'parting of the ocean for fugitive slaves',
    book: 'bible',
    answers: ['Exo14:16', 'Exo14:21-22', 'Exo14:29'],
  },
  { text: 'victim of a robbery gets help from a foreigner', book: 'bible', answers: ['Luke10:30-37'] },
  { text: 'running out of alcohol at a wedding', book: 'bible', answers: ['John2:1-10'] },
  {
    text: 'feeding a huge crowd with a tiny lunch',
    book: 'bible',
    answers: ['Mat14:17-21', 'Mat15:34-38', 'Mark6:38-44', 'Mark8:5-9', 'Luke9:13-17', 'John6:9-13'],
  },
  { text: 'hero robbed of his might by a haircut', book: 'bible', answers: ['Jdgs16:17-19'] },

  {
    text: 'keep a dismissed employee from signing on',
    book: 'handbook',
    answers: ['You may find yourself needing to “disable an account”'],
  },
  {
    text: 'keep copies of documents that people remove by mistake',
    book: 'handbook',
    answers: ['backups have two goals'],
  },
  {
    text: 'stop strangers forwarding junk mail through our machine',
    book: 'handbook',
    answers: ['a server becomes an open relay'],
  },
  {
    text: 'block intruders who keep guessing passwords',
    book: 'handbook',
    answers: ['If Fail2Ban detects five failed login attempts'],
  },
  {
    text: 'browsing the web without being tracked',
    book: 'handbook',
    answers: ['Tails OS (The Amnesic Incognito Live System)'],
  },
  {
    text: 'set clocks exactly',
    book: 'handbook',
    answers: ['NTP (Network Time Protocol) allows a machine to synchronize'],
  },

  {
    text: 'bosses set ethnic groups against each other',
    book: 'anarchism',
    answers: [
      'Employers and politicians have often deliberately fostered divisions',
      'employers have often deliberately fostered divisions among workers',
    ],
  },
  {
    text: 'lawmakers do the opposite of what citizens want',
    book: 'anarchism',
    answers: ['It is about alienating power to a few people'],
  },
  {
    text: 'sweatshops abroad are said to benefit their employees',
    book: 'anarchism',
    answers: ['multinationals do pay lower wages'],
  },
  {
    text: 'priests silence protest and prop up tyrants',
    book: 'anarchism',
    answers: ['idea that Christianity is basically anarchism'],
  },
  { text: 'CEO salaries are undeserved', book: 'anarchism', answers: ['It is a common myth that managers'] },
  {
    text: 'schoolkids visit companies to find a career',
    book: 'anarchism',
    answers: ['children would have part of their school studies'],
  },
  {
    text: 'reckless investors put staff out of a livelihood',
    book: 'anarchism',
    answers: ['risk is not an independent factor'],
  },
]

export const questions: readonly Question[] = [...inItsWords, ...inOtherWords]
