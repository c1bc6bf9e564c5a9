// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

const known = new Map<string, number>();
const colours = 8; // --family-0 to --family-7 of styles.css

/** The colour of a method, with and without the framework, in every plot of the page: the name of a CSS variable. */
export function familyColour(plainId: string): string {
  if (!known.has(plainId)) known.set(plainId, known.size % colours);
  return `--family-${known.get(plainId)}`;
}
