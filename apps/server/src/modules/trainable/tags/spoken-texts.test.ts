import { expect, test } from 'vitest'
import { decodeText } from './decode-text'
import { findTags } from './find-tags'
import { transcriptReader } from './spoken-texts'

const tagsIn = (name: string, content: string) =>
  [...transcriptReader(name)!(content)].flatMap(text => [...findTags(text)].map(({ tag }) => tag))

test.each([
  [
    'a.txt',
    'so [noise] <unk> {laugh} #spk1 [/noise] </unk> <breath/>',
    '[noise] <unk> {laugh} #spk1 [/noise] </unk> <breath/>',
  ],
  ['a.txt', '[00:01:02] 3 < 4 > 2 #4 a#b [ ] {} <-', ''],
  ['a.csv', 'id,"he said ""hi"" [cough]"\n2,{um}', '[cough] {um}'],
  ['a.json', '{"[key]": 1, "words": [{"text": "a \\u003cunk\\u003e"}, "[b]"]}', '<unk> [b]'],
  ['lines.json', '{"text": "[a]"}\n{"text": "[b]"}\n', '[a] [b]'],
  [
    'a.xml',
    '<?xml version="1.0"?><t who="[x]"><!-- [no] -->one &lt;unk&gt; <b>[noise]</b><![CDATA[<laugh>]]></t>',
    '<unk> [noise] <laugh>',
  ],
  [
    'a.trs',
    '<Turn><Sync time="0"/>hi<Event desc="laugh" type="noise" extent="instantaneous"/></Turn>',
    '[laugh]',
  ],
  [
    'A.TextGrid',
    'tiers? <exists>\nitem [a]:\n  text = "say ""x"" <unk>"\n  text = "[noise]"',
    '<unk> [noise]',
  ],
])('TAG-01 the tags of %s are those of its texts, not its markup: %s', (name, content, tags) => {
  expect(tagsIn(name, content).join(' ')).toBe(tags)
})

test('TAG-01 other files and what a computer leaves in a zip are no transcripts', () => {
  for (const name of ['a.flac', 'README', '__MACOSX/a.json', 'x/.DS_Store', '._a.txt'])
    expect(transcriptReader(name), name).toBeUndefined()
})

test('TAG-01 text is UTF-8, or UTF-16 by its mark; anything else is refused', () => {
  expect(decodeText(Buffer.from('﻿[ü]'))).toBe('[ü]')
  expect(decodeText(Buffer.from('﻿[ü]', 'utf16le'))).toBe('[ü]')
  expect(decodeText(Buffer.from('﻿[ü]', 'utf16le').swap16())).toBe('[ü]')
  expect(() => decodeText(Buffer.from('[ü]', 'latin1'))).toThrow('is not text in UTF-8')
  expect(() => decodeText(Buffer.from('[u]', 'utf16le'))).toThrow('is not text: it has zero bytes')
})
