// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// What the server is asked, and how its answers are read.

export interface Grid<T = Float32Array> { width: number; height: number; values: T }
export interface Packet<Head> { head: Head; floats: Record<string, Grid>; bytes: Record<string, Grid<Uint8Array>> }

export interface Bounds { minimum: number; maximum: number; step: number }
export interface Field {
  name: string;
  group: string;
  help: string;
  use: 'ordinary' | 'essential' | 'reproduction';
  kind: 'integer' | 'real' | 'flag' | 'choice' | 'list' | 'mixture' | 'bytes';
  optional: boolean;
  allowed: string;
  choices: string[];
  bounds?: Bounds;
}

export interface Camera { focal_length: number; baseline: number; doffs: number; cx: number; cy: number }
export interface Scene {
  id: string;
  title: string;
  width: number;
  height: number;
  first: number;
  levels: number;
  truth: boolean;
  command: string;
  camera: Camera | null;
}

export interface Description {
  version: string;
  most_upload_pixels: number;
  fields: Field[];
  presets: { name: string; help: string }[];
  demos: { id: string; title: string; help: string }[];
  scenes: Scene[];
  colour_map: [number, number, number][];
}

export type Settings = Record<string, string>;
export type Values = Record<string, string>;

export interface Score { pixels: number; bad: number; unknown: number; wrong_of_given: number; average: number; rms: number; threshold: number }
export interface MatchHead {
  halvings: number;
  first: number;
  levels: number;
  seconds: number;
  score: Score | null;
  scales?: number;
  weights?: number[];
  lambda?: number;
  warnings?: string[];
  options?: Values;
  peer?: string;
}

export interface Stage { costs: string; first: number; step: number; winner: number | null; runner_up: number | null }
/** A plane that won a pixel; costs around it are "plane_plain" and "plane_blend". */
export interface PlaneHead {
  number: number;
  along: number;
  down: number;
  here: number;
  disparity: number; // with its sub-pixel fit, before it is refined
  disparities: number[]; // of the levels around it
}
export interface PixelHead {
  x: number;
  y: number;
  first: number;
  levels: number;
  truth: number | null;
  scales: { weight: number; raw: Stage; aggregated: Stage }[];
  blend: Stage;
  planes: boolean; // competed
  plane: PlaneHead | null; // the one that won
}
export interface SupportHead { x: number; y: number; weights: number[] }

export interface Question {
  scene: string;
  view: string; // a newer question of the same view takes this one's place
  settings: Settings;
  coarse?: boolean;
  threshold?: number;
  x?: number;
  y?: number;
}

/** A newer question was asked meanwhile: nothing to tell anybody. */
export class Superseded extends Error {}

const token = new URLSearchParams(location.search).get('token') ?? '';
const client = crypto.getRandomValues(new Uint32Array(2)).join('-');

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: { 'x-csca-token': token } });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw new Superseded();
    throw new Error('csca studio does not answer: is it still running?');
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({})) as { error?: string };
  if (response.status === 409) throw new Superseded();
  throw new Error(answer.error ?? `csca studio answered ${response.status}`);
}

function unpack<Head>(buffer: ArrayBuffer): Packet<Head> {
  const length = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length))) as
    Head & { arrays: { name: string; kind: 'f32' | 'u8'; width: number; height: number; at: number }[] };
  const packet: Packet<Head> = { head, floats: {}, bytes: {} };
  for (const { name, kind, width, height, at } of head.arrays) {
    const start = 4 + length + at;
    if (kind === 'f32') packet.floats[name] = { width, height, values: new Float32Array(buffer, start, width * height) };
    else packet.bytes[name] = { width, height, values: new Uint8Array(buffer, start, width * height) };
  }
  return packet;
}

const post = (body: unknown, signal?: AbortSignal): RequestInit => ({ method: 'POST', body: JSON.stringify(body), ...(signal ? { signal } : {}) });
const inQuery = (scene: string) => `scene=${encodeURIComponent(scene)}`;

export const describe = async (): Promise<Description> => (await request('/api/state')).json();
export const sceneOf = async (id: string): Promise<Scene> => (await request(`/api/scene?${inQuery(id)}`)).json();
export const valuesOf = async (settings: Settings): Promise<{ options: Values; lambda: number }> =>
  (await request('/api/options', post(settings))).json();
export const imageOf = async (scene: string, which: 'left' | 'right'): Promise<Blob> => (await request(`/api/${which}?${inQuery(scene)}`)).blob();

export async function truthOf(scene: string): Promise<Packet<object>> {
  return unpack(await (await request(`/api/truth?${inQuery(scene)}`)).arrayBuffer());
}

/** "match", "peer", "pixel" or "support". */
export async function ask<Head>(what: string, question: Question, signal?: AbortSignal): Promise<Packet<Head>> {
  return unpack(await (await request(`/api/${what}`, post({ ...question, client }, signal))).arrayBuffer());
}

export async function upload(left: File, right: File, truth: File | undefined, truthScale: string): Promise<Scene> {
  const query = new URLSearchParams({ left: String(left.size), right: String(right.size) });
  if (truth) query.set('truth', String(truth.size));
  if (truth && truthScale) query.set('truth_scale', truthScale);
  return (await request(`/api/upload?${query}`, { method: 'POST', body: new Blob(truth ? [left, right, truth] : [left, right]) })).json();
}
