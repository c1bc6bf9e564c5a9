// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Starts csca studio and asks it things, as tests need it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with a rendered pair, gone at the end. */
export function pairFolder(tool, ...more) {
  const folder = mkdtempSync(join(tmpdir(), 'csca-studio-test-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync(tool, ['synth', folder, ...more]);
  return folder;
}

/** The running program: its address, its port, its token, and a way to end it. */
export async function start(tool, words, environment = {}) {
  const child = spawn(tool, ['studio', '--port', '0', ...words], { env: { ...process.env, ...environment } });
  process.on('exit', () => child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (bytes) => { said += bytes; });
  const address = await new Promise((found, failed) => {
    child.stdout.on('data', (bytes) => {
      said += bytes;
      const match = /open (http:\S+)/.exec(said);
      if (match) found(match[1]);
    });
    child.on('exit', () => failed(new Error(`csca studio ended: ${said}`)));
  });
  const url = new URL(address);
  const ended = new Promise((done) => { child.on('exit', (code, signal) => done(signal ?? code)); });
  return { address, port: Number(url.port), token: url.searchParams.get('token') ?? '', pid: child.pid,
    end: (signal = 'SIGINT') => {
      child.kill(signal);
      return ended;
    } };
}

/** One request as it is, headers included, which a browser would not send. */
export function send(port, path, { method = 'GET', headers = {}, body, host = '127.0.0.1' } = {}) {
  return new Promise((done, failed) => {
    const sent = request({ host, port, path, method, headers: { host: `127.0.0.1:${port}`, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }), ...headers } }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const bytes = Buffer.concat(parts);
        let error;
        try {
          error = JSON.parse(bytes.toString()).error;
        } catch { /* no JSON: no error */ }
        done({ status: answer.statusCode, headers: answer.headers, bytes, error });
      });
    });
    sent.on('error', failed);
    sent.end(body);
  });
}

/** The JSON at the head of an answer with arrays. */
export function headOf(bytes) {
  return JSON.parse(bytes.subarray(4, 4 + bytes.readUInt32LE(0)).toString());
}

export const ask = (port, what, question, headers = {}) =>
  send(port, `/api/${what}`, { method: 'POST', headers, body: JSON.stringify({ client: 'test', view: 'main', settings: {}, ...question }) });
