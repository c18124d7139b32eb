// The page: ties recordings, pictures, list and player together.

import { json } from "./api.js";
import { Gate } from "./gate.js";
import { Page } from "./page.js";
import { Recording, remember, remembered } from "./recordings.js";
import { Settings } from "./settings.js";
import { Shelf } from "./shelf.js";
import { bytes } from "./words.js";

const $ = (id) => document.getElementById(id);

const settings = new Settings();
const page = new Page({ settings, again, remove, say, alert });
const shelf = new Shelf({ select });
const recordings = [];

/** Says something to those who listen to the page. */
function say(text) {
  $("status").textContent = text;
}

/** Shows a trouble that belongs to no recording on the page. */
function alert(title, detail) {
  const box = document.createElement("div");
  box.className = "alert";
  const head = document.createElement("strong");
  head.textContent = title;
  const text = document.createElement("p");
  text.textContent = detail;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button quiet";
  close.textContent = "Close";
  close.onclick = () => box.remove();
  box.append(head, close, text);
  $("alerts").append(box);
}

function draw() {
  shelf.draw(recordings, page.recording);
  $("empty").hidden = recordings.length > 0;
  $("recording").hidden = !page.recording;
}

function select(recording) {
  for (const one of recordings) one.show(one === recording);
  page.open(recording);
  address(recording);
  draw();
}

/** Puts the recording on the page into the address, so that a reload or a copy finds it. */
function address(recording) {
  const hash = recording?.id ? `#job=${recording.id}` : "";
  if (location.hash !== hash) history.replaceState(null, "", location.pathname + hash);
}

function add(recording) {
  recordings.push(recording);
  recording.addEventListener("change", () => changed(recording));
  recording.addEventListener("events", () => recording === page.recording && page.drawEvents());
  recording.addEventListener("settling", () => recording === page.recording && page.drawSettled());
  recording.addEventListener("lost", () => say(`The server was restarted. ${recording.name} is uploaded again.`));
  recording.start();
}

function changed(recording) {
  if (recording.state === "gone" && recording !== page.recording) return drop(recording);
  remember(recording);
  if (recording.state !== recording.said) {
    recording.said = recording.state;
    announce(recording);
  }
  if (recording === page.recording) {
    page.update();
    address(recording);
  }
  draw();
}

function announce(recording) {
  const sentences = {
    uploading: `Uploading ${recording.name}`,
    running: `Classifying sound in ${recording.name}`,
    done: `${recording.name} is classified`,
    failed: `${recording.name}: ${recording.problem?.title ?? "failed"}`,
    gone: `${recording.name} is no longer on the server`,
  };
  if (sentences[recording.state]) say(sentences[recording.state]);
}

/** Lets go of a recording of an earlier visit that the server has forgotten and nobody looks at. */
function drop(recording) {
  recordings.splice(recordings.indexOf(recording), 1);
  say(`${recording.name} is no longer on the server`);
  draw();
}

/** Puts the focus on the recording where the control that had it is no longer seen. */
function land() {
  const { activeElement } = document;
  if (activeElement !== document.body && activeElement?.checkVisibility()) return;
  (page.recording ? $("recording-title") : $("choose-empty")).focus({ preventScroll: true });
}

/** Takes files that were chosen or dropped. */
function take(files) {
  const limit = page.capabilities?.mostUploadBytes;
  let first = null;
  for (const file of files) {
    if (limit && file.size > limit) {
      alert(`${file.name} is too large`, `It has ${bytes(file.size)}; the server takes at most ${bytes(limit)}.`);
      continue;
    }
    const recording = new Recording({ file, settings: settings.parameters });
    first ??= recording;
    add(recording);
  }
  if (!first) return;
  select(first);
  land();
}

/** Classifies a recording once more, with the settings of now. */
function again(recording) {
  const next = new Recording({
    file: recording.file,
    settings: settings.parameters,
    name: recording.name,
    origin: recording.id,
  });
  add(next);
  select(next);
  land();
}

async function remove(recording) {
  const index = recordings.indexOf(recording);
  recordings.splice(index, 1);
  await recording.remove();
  select(recordings[Math.min(index, recordings.length - 1)] ?? null);
  say(`${recording.name} is removed`);
  land();
}

function listen() {
  for (const id of ["choose", "choose-empty"]) $(id).onclick = () => $("files").click();
  $("files").onchange = () => {
    take([...$("files").files]);
    $("files").value = "";
  };
  let depth = 0;
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragenter", (event) => {
    if (!holdsFiles(event)) return;
    depth += 1;
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (!depth) document.body.classList.remove("dropping");
  });
  addEventListener("dragover", (event) => holdsFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    depth = 0;
    document.body.classList.remove("dropping");
    take([...event.dataTransfer.files]);
  });
  addEventListener("keydown", (event) => {
    const isControl = event.target.closest("button, input, select, summary, a, dialog, [role=slider]");
    if (event.key === " " && !isControl && page.recording) {
      event.preventDefault();
      page.player.toggle();
    }
  });
}

async function start() {
  await new Gate().open();
  try {
    const capabilities = await json("/api/v1/capabilities");
    page.setCapabilities(capabilities);
    settings.setUsual(capabilities.events);
    await settings.load();
  } catch (error) {
    alert(error.title ?? "The page cannot start", error.detail ?? error.message);
  }
  const wanted = new URLSearchParams(location.hash.slice(1)).get("job");
  const known = remembered();
  if (wanted && !known.some((one) => one.id === wanted)) known.push({ id: wanted, name: "recording" });
  for (const one of known) add(new Recording(one));
  const chosen = recordings.find((one) => one.id === wanted) ?? recordings[0];
  if (chosen) select(chosen);
  draw();
  document.documentElement.dataset.ready = "true";
}

listen();
start();
