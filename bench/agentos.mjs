// AgentOS' verifier on the vectors of a file: node agentos.mjs VERIFIER FILE CLAIMS SOURCES TIMES
// Prints the CPU milliseconds of one run, and what it found. Vectors are plain arrays: with Float32Array it is slower.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [verifier, file, claims, sources, times] = process.argv.slice(2);
const { CitationVerifier } = await import(pathToFileURL(verifier).href);
const data = readFileSync(file);
const floats = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
const width = floats.length / (Number(claims) + Number(sources));
const rows = Array.from({ length: floats.length / width }, (_, at) => Array.from(floats.subarray(at * width, (at + 1) * width)));
const texts = Array.from({ length: Number(claims) }, (_, at) => `claim ${at}`);
const given = Array.from({ length: Number(sources) }, (_, at) => ({ content: `source ${at}` }));
const asked = new CitationVerifier({ embedFn: async (all) => rows.slice(0, all.length) });

let found = await asked.verify(texts.slice(0, 20), given.slice(0, 50)); // what runs often is compiled by now
let best = Infinity;
for (let round = 0; round < (times > 1 ? 6 : 1); round++) {
  const start = process.cpuUsage();
  for (let time = 0; time < times; time++) found = await asked.verify(texts, given);
  const used = process.cpuUsage(start);
  best = Math.min(best, (used.user + used.system) / 1e6 / times);
}
const places = found.claims.map((claim) => claim.sourceIndex ?? -1);
console.log(JSON.stringify({ seconds: best, places, cosines: found.claims.map((claim) => claim.confidence) }));
