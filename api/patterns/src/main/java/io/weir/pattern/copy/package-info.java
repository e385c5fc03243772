/**
 * Copies and compares tables, or regions of their keys, between two services: the engine under migrations and under {@code weir copy}.
 *
 * <p>{@link io.weir.pattern.copy.RegionCopy} stores entities, repeats chunks of a change feed, and makes the target equal. {@link
 * io.weir.pattern.copy.SideBySide} reads both services in the order of keys. {@link io.weir.pattern.copy.Pages} reads one of them page by page. The
 * caller brings a {@link io.weir.pattern.copy.CopyTarget}, which says how entities reach the target: by joint commits under a fence, or by batches.
 *
 * <p><b>Invariants.</b> The target is given states of keys, not changes, so each step can be repeated. Nobody else writes to the region in the target.
 * Timestamps are not compared, because each service assigns its own.
 *
 * <p><b>Threads.</b> Signals run on the threads of the services. <b>Failures.</b> Those of the services. A step that fails may have stored some states.
 *
 * <p><b>Demand and memory.</b> A page is asked for when it is requested. A comparison reads 32 entities of each side ahead and holds 64 differences. A
 * chunk of the feed is repeated as a whole.
 */
@NullMarked
package io.weir.pattern.copy;

import org.jspecify.annotations.NullMarked;
