/**
 * Jest's runtime, with the compiled code of files kept for as long as the process lives. Each test file has modules and
 * globals of its own, as ever; but the four thousand files that make up the program are read, transformed and compiled
 * once in a process and not once for each test file.
 */
'use strict';

const hooks = require('node:perf_hooks');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** What goes on measuring the process, and keeps the whole test file that began it, until it is told to stop. */
const measuring = new Set();
const { observe } = hooks.PerformanceObserver.prototype;
hooks.PerformanceObserver.prototype.observe = function observeForNow(options) {
  measuring.add(() => this.disconnect());
  observe.call(this, options);
};
const { monitorEventLoopDelay } = hooks;
hooks.monitorEventLoopDelay = (options) => {
  const delays = monitorEventLoopDelay(options);
  measuring.add(() => delays.disable());
  return delays;
};

/** What a file was transformed to: by the transforms of its project, then by its path. */
const transformed = new Map();
/** By path: the text of a module and the script of the function around it. */
const scripts = new Map();

module.exports = class SharingRuntime extends Runtime {
  constructor(...given) {
    super(...given);
    const [config, , , , , , testPath, { watch, watchAll, collectCoverage }] = given;
    // Files may have changed, and the counters of coverage are of one test file.
    if (!watch && !watchAll && !collectCoverage) {
      shareTransforms(this.transformCache, config, testPath);
      shareScripts(this.executor, testPath);
    }
  }

  teardown() {
    measuring.forEach((stop) => stop());
    measuring.clear();
    return super.teardown();
  }
};

function shareTransforms(cache, config, testPath) {
  const known = mapOf(JSON.stringify([config.transform, config.transformIgnorePatterns]));
  const transform = cache.transform.bind(cache);
  cache.transform = (path, options) => {
    if (options?.isInternalModule || path === testPath) {
      return transform(path, options);
    }
    const result = known.get(path);
    if (result === undefined) {
      const code = transform(path, options);
      known.set(path, cache.transforms.get(path));
      return code;
    }
    cache.transforms.set(path, result);
    if (result.sourceMapPath) {
      cache.sourceMaps.set(path, result.sourceMapPath);
    }
    return result.code;
  };
}

function mapOf(transforms) {
  const known = transformed.get(transforms) ?? new Map();
  transformed.set(transforms, known);
  return known;
}

function shareScripts(executor, testPath) {
  const head = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
  const compile = executor.compile.bind(executor);
  executor.compile = (code, path) => {
    const context = executor.environment.getVmContext();
    if (context === null || path === testPath) {
      return compile(code, path);
    }
    const known = scripts.get(path);
    const script = known?.code === code ? known.script : scriptOf(head, code, path);
    if (script === null) {
      return compile(code, path);
    }
    scripts.set(path, { code, script });
    return script.runInContext(context);
  };
}

/** Null when it does not compile: Jest itself says why. */
function scriptOf(head, code, path) {
  try {
    return new Script(`${head}${code}\n})`, { filename: path, columnOffset: -head.length });
  } catch {
    return null;
  }
}
