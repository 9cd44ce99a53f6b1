// Plays simulated matches inside the module of the page: a host and a guest over bad connections.
//   node matches.mjs MODULE [COUNT [FIRST]]
import assert from 'node:assert/strict'
import os from 'node:os'
import { Worker, isMainThread, workerData } from 'node:worker_threads'
import { compile, instantiate } from './module.mjs'

/** Plays each match of `seeds`. */
async function play({ module, first, end, step }) {
  const { text } = await instantiate(module)
  for (let seed = first; seed < end; seed += step) {
    // Half of them have clocks.
    assert.equal(text('test_match', null, seed, seed % 2), '', `match ${seed}`)
  }
}

/** Ends when the worker does, or fails with it. */
const work = (workerData) =>
  new Promise((done, fail) => {
    new Worker(new URL(import.meta.url), { workerData }).on('error', fail).on('exit', done)
  })

if (isMainThread) {
  const [path, count = '1000', first = '1'] = process.argv.slice(2)
  const [module, step] = [await compile(path), os.availableParallelism()]
  const start = performance.now()
  await Promise.all(Array.from({ length: step }, (_, index) =>
    work({ module, first: Number(first) + index, end: Number(first) + Number(count), step })))
  console.log(`${count} simulated matches end well, in ${Math.round((performance.now() - start) / 1000)} s`)
} else {
  await play(workerData)
}
