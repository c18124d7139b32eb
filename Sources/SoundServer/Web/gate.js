// The access token: taken from the address once, or asked for, and kept by the browser as a cookie.

import { ask } from "./api.js";

const $ = (id) => document.getElementById(id);

export class Gate {
  /** Returns once the server lets the page in. */
  async open() {
    const hash = new URLSearchParams(location.hash.slice(1));
    const token = hash.get("token");
    if (token) {
      history.replaceState(null, "", location.pathname);
      await this.show(token).catch(() => {});
    }
    if (await this.isOpen()) return;
    $("login").showModal();
    $("login").addEventListener("cancel", (event) => event.preventDefault());
    await new Promise((resolve) => {
      $("login-form").onsubmit = async (event) => {
        event.preventDefault();
        try {
          await this.show($("token").value.trim());
          $("token").value = "";
          $("login").close();
          resolve();
        } catch (error) {
          $("login-error").textContent = error.status === 401 ? "That is not the token." : error.message;
        }
      };
    });
  }

  show(token) {
    return ask("/api/v1/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
    });
  }

  async isOpen() {
    try {
      await ask("/api/v1/capabilities");
      return true;
    } catch (error) {
      return error.status !== 401;
    }
  }
}
