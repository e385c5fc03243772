/**
 * A long life in a short time: a store under mixed load is snapshotted, stopped and killed again and again, while what it holds of
 * memory and disk is written down. Nothing of it may grow, because what it stores does not.
 *
 * <p>{@link io.weir.perf.soak.Soak} starts one process after the other on the same folder and plots what they say; {@link
 * io.weir.perf.soak.SoakProcess} is such a process, {@link io.weir.perf.soak.MixedLoad} what it does.
 *
 * <p>Failures: a wrong answer of the store ends the process and with it the run.
 */
@NullMarked
package io.weir.perf.soak;

import org.jspecify.annotations.NullMarked;
