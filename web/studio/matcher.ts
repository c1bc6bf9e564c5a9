// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Keeps a map up to date with its settings: a coarse answer while they change, the full one once they rest.
import { ask, MatchHead, Settings, Superseded } from './api';
import { Run, runOf } from './runs';

const rest = 140; // milliseconds without a change, after which the full match begins

export interface Wish { scene: string; settings: Settings; threshold: number; name: string }

export class Matcher {
  private wish: Wish | null = null;
  private asking = false;
  private again = false;
  private timer = 0;
  private full: AbortController | null = null;

  constructor(private readonly view: string, private readonly show: (run: Run) => void,
    private readonly tell: (error: string, busy: boolean) => void) {}

  /** `quick`: first a coarse answer. */
  want(wish: Wish, quick: boolean) {
    this.wish = wish;
    this.full?.abort();
    clearTimeout(this.timer);
    this.tell('', true);
    if (!quick) return void this.askFull();
    // One coarse question at a time, so that every answer is seen; the last one wins.
    this.again = this.asking;
    if (!this.asking) void this.askCoarse();
    this.timer = window.setTimeout(() => void this.askFull(), rest);
  }

  private async askCoarse() {
    this.asking = true;
    do {
      this.again = false;
      await this.answer(true);
    } while (this.again);
    this.asking = false;
  }

  private async askFull() {
    this.again = false; // another coarse question would take the full one's place
    this.full = new AbortController();
    await this.answer(false, this.full.signal);
  }

  private async answer(coarse: boolean, signal?: AbortSignal) {
    const wish = this.wish!;
    const start = performance.now();
    try {
      const { scene, settings, threshold } = wish;
      const packet = await ask<MatchHead>('match', { scene, settings, threshold, coarse, view: this.view }, signal);
      if (wish.scene !== this.wish!.scene || (!coarse && wish !== this.wish)) return;
      this.show(runOf(wish.name, settings, packet, performance.now() - start));
      if (!coarse) this.tell('', false);
    } catch (error) {
      if (wish !== this.wish || signal?.aborted) return;
      if (!(error instanceof Superseded)) this.tell((error as Error).message, false);
      // A coarse question that was on its way for longer came in between.
      else if (!coarse) void this.askFull();
    }
  }
}
