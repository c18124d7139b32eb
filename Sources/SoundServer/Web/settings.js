// The settings: classifier, window, overlap; and the profile as a file.

import { ask, json, query, upload } from "./api.js";
import { read, write } from "./kept.js";

const $ = (id) => document.getElementById(id);
const kept = "settings";

export class Settings {
  constructor() {
    this.values = { model: "version1", window: null, overlap: null, ...read(kept, {}) };
    this.usual = null;
    this.models = [];
    this.labels = new Map();
    $("open-settings").onclick = () => this.open();
    $("model").onchange = () => this.set({ model: $("model").value, window: null });
    $("window").oninput = () => this.set({ window: Number($("window").value) });
    $("overlap").oninput = () => this.set({ overlap: Number($("overlap").value) / 100 });
    $("add-model").onclick = () => $("model-file").click();
    $("model-file").onchange = () => this.add($("model-file").files[0]);
    $("delete-model").onclick = () => this.remove();
  }

  /** What a new job is asked for. */
  get parameters() {
    const { model, window, overlap } = this.values;
    return { model: model === "version1" ? null : model, window, overlap };
  }

  /** The labels of a model. */
  async labelsOf(model) {
    if (!this.labels.has(model)) this.labels.set(model, (await json(`/api/v1/labels${query({ model })}`)).labels);
    return this.labels.get(model);
  }

  /** Takes the server's usual settings: the `overlap`. */
  setUsual(usual) {
    this.usual = usual;
  }

  async load() {
    this.models = (await json("/api/v1/models")).models;
    if (!this.models.some((model) => model.id === this.values.model)) this.values.model = "version1";
    this.draw();
  }

  async open() {
    $("settings-note").textContent = "";
    await this.load().catch((error) => this.say(error));
    $("settings").showModal();
  }

  set(change) {
    Object.assign(this.values, change);
    write(kept, this.values);
    this.draw();
  }

  draw() {
    const model = this.models.find((one) => one.id === this.values.model);
    $("model").replaceChildren(
      ...this.models.map((one) => new Option(`${one.name} (${one.labelCount} sounds)`, one.id, false, one === model)),
    );
    $("delete-model").disabled = !model || model.isBuiltIn;
    if (!model) return;
    const { shortest, longest, preferred, only } = model.windows;
    const input = $("window");
    input.min = shortest;
    input.max = Math.min(longest, Math.max(preferred, 15));
    input.disabled = Boolean(only && only.length < 2);
    input.value = this.values.window ?? preferred;
    $("window-text").textContent = `${Number(input.value).toFixed(2)} s`;
    const overlap = Math.round((this.values.overlap ?? this.usual?.overlap ?? 0) * 100);
    $("overlap").value = overlap;
    $("overlap-text").textContent = `${overlap}%`;
  }

  async add(file) {
    $("model-file").value = "";
    if (!file) return;
    try {
      const model = await upload(`/api/v1/models${query({ name: file.name.replace(/\.mlmodel$/, "") })}`, file);
      await this.load();
      this.set({ model: model.id, window: null });
      $("settings-note").textContent = `Added ${model.name}.`;
    } catch (error) {
      this.say(error);
    }
  }

  async remove() {
    try {
      await ask(`/api/v1/models/${this.values.model}`, { method: "DELETE" });
      this.set({ model: "version1", window: null });
      await this.load();
    } catch (error) {
      this.say(error);
    }
  }

  say(error) {
    $("settings-note").textContent = `${error.title ?? "It failed"}: ${error.detail ?? error.message}`;
  }
}
