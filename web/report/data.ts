// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// What the tool writes into the page. Pictures are base64 of PNG files.

export type Values = Record<string, number | null>;

export interface Measure { id: string; title: string; unit: string }

export interface Scene {
  dataset: string;
  name: string;
  width: number;
  height: number;
  levels: number;
  left?: string; // RGB, may be smaller than the scene
  truth?: string; // grey like a result's disparity
  range?: [number, number]; // disparities at the ends of the colour map
}

export interface Method {
  id: string;
  title: string;
  plain?: string; // id of the same method without the cross-scale framework
  peer?: boolean; // not one of csca's own
}

export interface Result {
  scene: number;
  method: number;
  values: Values;
  disparity?: string; // grey: 0 unknown, 1 to 255 along the colour map
  errors?: string; // grey: 0 not scored, 128 good, 255 bad
}

export interface Mean { method: number; values: Values; scenes: number }

export interface Group {
  name: string;
  title: string;
  measures: Measure[];
  scenes: Scene[];
  methods: Method[];
  results: Result[];
  means?: Mean[];
  missing?: string[]; // sentences
}

export type Cell = string | number | null;

export interface Table { title: string; note?: string; columns: string[]; rows: Cell[][] }

export interface LambdaCurve { method: string; title: string; points: [number, number | null][]; best?: number | null }

export interface ScaleCurve {
  method: string;
  title: string;
  points: { scales: number; bad: number | null; seconds: number | null }[];
}

export interface Report {
  csca: string;
  title: string;
  created_with?: string;
  machine?: string;
  colour_map: [number, number, number][];
  groups?: Group[];
  tables?: Table[];
  lambda?: LambdaCurve[];
  scales?: ScaleCurve[];
}

/** Results by scene and method, since groups have hundreds of them. */
export function lookup(group: Group): (scene: number, method: number) => Result | undefined {
  const found = new Map(group.results.map((result) => [result.scene * group.methods.length + result.method, result]));
  return (scene, method) => found.get(scene * group.methods.length + method);
}

/** The measure that says how long it took; the others say how good it is. */
export const timeId = 'seconds';

export const accuracies = (group: Group): Measure[] => group.measures.filter((measure) => measure.id !== timeId);

/** The index of the method whose plain form is `plain`, or -1. */
export const acrossScales = (group: Group, plain: number): number =>
  group.methods.findIndex((method) => method.plain !== undefined && method.plain === group.methods[plain]?.id);

export const plainOf = (group: Group, method: number): number => {
  const plain = group.methods[method]?.plain;
  return plain === undefined ? -1 : group.methods.findIndex((other) => other.id === plain);
};
