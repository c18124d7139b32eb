// Draws events as coloured lanes, one a label, and finds the event under a point.

import { words } from "./words.js";

export const laneHeight = 26;
const mostLanes = 60;

/** Sorts events into lanes: the labels that are heard longest come first. */
export function makeLanes(events) {
  const lanes = new Map();
  for (const event of events) {
    const lane = lanes.get(event.label) ?? { label: event.label, events: [], seconds: 0 };
    lane.events.push(event);
    lane.seconds += event.end - event.start;
    lanes.set(event.label, lane);
  }
  return [...lanes.values()].sort((a, b) => b.seconds - a.seconds || (a.label < b.label ? -1 : 1)).slice(0, mostLanes);
}

/** Draws the lanes from the row `first` to the row before `end`, from `start` for `span` seconds. */
export function drawLanes(context, width, lanes, [first, end], { start, span }, look) {
  context.textBaseline = "middle";
  context.font = `600 12px ${look.font}`;
  lanes.slice(first, end).forEach((lane, place) => {
    const row = first + place;
    const top = row * laneHeight;
    const name = words(lane.label);
    if (row % 2) {
      context.fillStyle = look.stripe;
      context.fillRect(0, top, width, laneHeight);
    }
    let named = false;
    for (let index = firstVisible(lane.events, start); index < lane.events.length; index += 1) {
      const event = lane.events[index];
      if (event.start > start + span) break;
      const x = ((event.start - start) / span) * width;
      const right = ((event.end - start) / span) * width;
      const wide = Math.max(3, right - x);
      context.globalAlpha = 0.35 + 0.65 * event.peak;
      context.fillStyle = look.colourOf(lane.label);
      context.beginPath();
      context.roundRect(x, top + 4, wide, laneHeight - 8, 5);
      context.fill();
      context.globalAlpha = 1;
      if (event === look.current) {
        context.strokeStyle = look.ink;
        context.lineWidth = 2;
        context.stroke();
      }
      if (!named && wide > context.measureText(name).width + 16) {
        context.fillStyle = look.onColour;
        context.fillText(name, Math.max(x, 0) + 8, top + laneHeight / 2 + 0.5);
        named = Math.min(right, width) - Math.max(x, 0) > context.measureText(name).width + 16;
      }
    }
    if (!named) {
      const size = context.measureText(name).width;
      context.fillStyle = look.plate;
      context.beginPath();
      context.roundRect(4, top + 4, size + 12, laneHeight - 8, 5);
      context.fill();
      context.fillStyle = look.ink;
      context.fillText(name, 10, top + laneHeight / 2 + 0.5);
    }
  });
}

/** The first event that ends after a time; a lane's events do not overlap. */
function firstVisible(events, time) {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle].end < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The event at a time in a lane, with some seconds of tolerance. */
export function eventAt(lanes, row, time, tolerance) {
  const lane = lanes[row];
  return lane?.events.find((event) => time >= event.start - tolerance && time <= event.end + tolerance);
}
