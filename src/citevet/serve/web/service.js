// The HTTP interface of `citevet serve`, as far as the page uses it.

import { t } from "./words.js";

const SHORT_BODY = 20000;
const TOKEN = "citevet-token"; // in the session of the tab: gone when the tab is closed

export class ServiceError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const hasToken = () => sessionStorage.getItem(TOKEN) !== null;
export const keepToken = (token) => sessionStorage.setItem(TOKEN, token);

async function send(method, path, { body, type } = {}) {
  const token = sessionStorage.getItem(TOKEN);
  const headers = new Headers(type ? { "content-type": type } : {});
  if (token) headers.set("authorization", `Bearer ${token}`);
  const isShort = method !== "GET" && (typeof body !== "object") && (body?.length ?? 0) < SHORT_BODY;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body, keepalive: isShort }); // a note is sent even if the page is closed
  } catch {
    throw new ServiceError(0, t("error.offline"));
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => null);
  throw new ServiceError(answer.status, told?.error?.message ?? t("error.server", { status: answer.status }));
}

const json = { type: "application/json" };
export const get = async (path) => (await send("GET", path)).json();
const post = async (path, value) => (await send("POST", path, { ...json, body: JSON.stringify(value) })).json();
const of = (paper) => `/api/papers/${paper}`;

export const listPapers = () => get("/api/papers");
export const listJobs = async () => (await get("/api/jobs")).jobs;
export const addPaper = async (example = false) => (await post("/api/papers", { example })).paper;
export const loadPaper = (paper) => get(of(paper));
export const removePaper = (paper) => send("DELETE", of(paper));
export const startCheck = async (paper, correct) => (await post(`${of(paper)}/checks`, { correct })).job;
export const loadCheck = (paper, job) => get(`${of(paper)}/checks/${job}`);
export const loadReport = (paper, job) => get(`${of(paper)}/checks/${job}/report`);
export const stopCheck = (paper, job) => send("DELETE", `${of(paper)}/checks/${job}`);
export const decide = async (paper, said) => (await post(`${of(paper)}/decisions`, said)).decisions;

const MOST_WAITS = 120;

// Sends a file, and returns the names in an archive that no paper can have; where the server asks for a pause it is made.
export async function putFile(paper, name, file) {
  const path = `${of(paper)}/files?name=${encodeURIComponent(name)}&brief=true`;
  for (let waits = 0; ; waits += 1) {
    try {
      return (await (await send("PUT", path, { body: file, type: "application/octet-stream" })).json()).skipped;
    } catch (error) {
      if (error.status !== 429 || waits >= MOST_WAITS) throw error;
      await new Promise((done) => { setTimeout(done, 1000); });
    }
  }
}

export async function changeFile(paper, change) {
  return (await (await send("PATCH", `${of(paper)}/files`, { ...json, body: JSON.stringify(change) })).json()).files;
}

export async function removeFile(paper, name) {
  return (await (await send("DELETE", `${of(paper)}/files?name=${encodeURIComponent(name)}`)).json()).files;
}

// A picture of a page with facts about it; null where the source is no PDF.
export async function loadPage(paper, job, asked) {
  const answer = await send("POST", `${of(paper)}/checks/${job}/page`, { ...json, body: JSON.stringify(asked) });
  if (answer.status === 204) return null;
  return { ...JSON.parse(answer.headers.get("x-citevet-page")), address: URL.createObjectURL(await answer.blob()) };
}

export const lookUp = (paper, job, asked) => post(`${of(paper)}/checks/${job}/lookups`, asked);
export async function loadFile(path) { return (await send("GET", path)).blob(); }
export const correctedPath = (paper, job, patch) => `${of(paper)}/checks/${job}/document${patch ? "?patch=true" : ""}`;

// Jobs that programs have sent, for the page that shows them.
export const jobs = {
  get,
  send,
  cancel: (job) => send("DELETE", `/api/jobs/${job}`),
  // Calls back with every state of the job. An EventSource cannot send a token, so the stream is read by hand.
  async follow(job, changed) {
    const stream = (await send("GET", `/api/jobs/${job}/events`)).body.pipeThrough(new TextDecoderStream());
    let waiting = "";
    const reader = stream.getReader();
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
      const events = (waiting + value).split("\n\n");
      waiting = events.pop();
      for (const event of events) {
        const data = event.split("\n").find((line) => line.startsWith("data: "));
        if (data) changed(JSON.parse(data.slice(6)));
      }
    }
  },
  store(job) {
    const path = `/api/jobs/${job}/review`;
    return {
      load: () => get(path),
      save: (review) => send("PUT", path, { ...json, body: JSON.stringify(review) }),
      picture: async (place) => {
        const answer = await send("GET", `/api/jobs/${job}/crops/${place}`);
        return answer.status === 200 ? URL.createObjectURL(await answer.blob()) : null;
      },
    };
  },
};
