import type { MantineColorsTuple } from '@mantine/core'

/** The neutral scale, light end. Shade 6 is the dimmed text of the light theme. */
export const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#eff1f3',
  '#e3e6ea',
  '#d3d8de',
  '#b4bbc4',
  '#8f98a3',
  '#5c6672',
  '#454e59',
  '#2c333b',
  '#171b20',
]

/** The neutral scale, dark end: 0 text, 2 dimmed text, 4 borders, 6 controls, 7 page, 8 sunken. */
export const dark: MantineColorsTuple = [
  '#dde2e7',
  '#b6bdc6',
  '#98a1ac',
  '#6c7580',
  '#3a4149',
  '#2e343b',
  '#22272d',
  '#181c20',
  '#121518',
  '#0c0e10',
]

/** The one accent. */
export const accent: MantineColorsTuple = [
  '#eef5fc',
  '#d7e7f7',
  '#aecfee',
  '#85b7e6',
  '#62a3dd',
  '#2f7fc8',
  '#1d6ab0',
  '#175791',
  '#134874',
  '#0e3557',
]

/** Live, errors and what destroys. */
export const red: MantineColorsTuple = [
  '#fdf0f0',
  '#fadcdc',
  '#f3b5b5',
  '#ee9696',
  '#ea7d7d',
  '#d94a4a',
  '#c22f2f',
  '#a32424',
  '#841c1c',
  '#641515',
]

/** Warnings. */
export const yellow: MantineColorsTuple = [
  '#fff8e6',
  '#feedc4',
  '#fbdc8f',
  '#f5c75a',
  '#eab332',
  '#d69a12',
  '#8f6200',
  '#774f00',
  '#5f3f00',
  '#472f00',
]

/** Done. */
export const green: MantineColorsTuple = [
  '#edf8f0',
  '#d5eedc',
  '#abdcb9',
  '#7fc995',
  '#5cb878',
  '#3a9a58',
  '#217a3f',
  '#1a6433',
  '#144f28',
  '#0e3a1d',
]
