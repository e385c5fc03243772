/**
 * How long a store takes to start: after an orderly stop, and rebuilt from snapshot and log.
 *
 * <p>Threads: one, that blocks; the store brings its own. Failures: whatever the store fails with.
 */
@NullMarked
package io.weir.perf.start;

import org.jspecify.annotations.NullMarked;
