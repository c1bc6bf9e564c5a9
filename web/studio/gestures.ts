// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Mouse and fingers on a canvas: drag to move, wheel or two fingers to enlarge, a tap to choose.

export interface Gestures {
  pan: (dx: number, dy: number) => void;
  zoom: (factor: number, x: number, y: number) => void;
  hover: (x: number, y: number) => void;
  leave: () => void;
  tap: (x: number, y: number) => void;
}

const still = 5; // CSS pixels that a tap may move

export function gestures(element: HTMLElement, act: Gestures) {
  const fingers = new Map<number, { x: number; y: number }>();
  let moved = 0;

  const spread = () => {
    const [a, b] = [...fingers.values()];
    return { distance: Math.hypot(a!.x - b!.x, a!.y - b!.y) || 1, x: (a!.x + b!.x) / 2, y: (a!.y + b!.y) / 2 };
  };

  element.addEventListener('pointerdown', (event) => {
    element.setPointerCapture(event.pointerId);
    if (fingers.size === 0) moved = 0;
    fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
  });

  element.addEventListener('pointermove', (event) => {
    const finger = fingers.get(event.pointerId);
    const to = { x: event.offsetX, y: event.offsetY };
    if (!finger) return act.hover(to.x, to.y);
    if (fingers.size === 2) {
      const before = spread();
      fingers.set(event.pointerId, to);
      const after = spread();
      act.pan(after.x - before.x, after.y - before.y);
      act.zoom(after.distance / before.distance, after.x, after.y);
      moved = still;
      return;
    }
    moved += Math.hypot(to.x - finger.x, to.y - finger.y);
    if (moved >= still) act.pan(to.x - finger.x, to.y - finger.y);
    fingers.set(event.pointerId, to);
  });

  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    if (event.type === 'pointerup' && moved < still) act.tap(event.offsetX, event.offsetY);
  };
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('pointerleave', () => act.leave());
  element.addEventListener('wheel', (event) => {
    event.preventDefault();
    act.zoom(Math.exp(-event.deltaY / 300), event.offsetX, event.offsetY);
  }, { passive: false });
}
